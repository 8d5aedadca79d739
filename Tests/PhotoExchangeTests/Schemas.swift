/// The structure that GPX 1.1 and KML 2.2 prescribe for the elements that are written here: which, in what order, and
/// with what content.
///
/// The published schemas define the same for these elements.
enum Schemas {
  static let gpx = """
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified"
      xmlns="http://www.topografix.com/GPX/1/1"
      targetNamespace="http://www.topografix.com/GPX/1/1">
    <xs:element name="gpx"><xs:complexType><xs:sequence>
      <xs:element name="metadata" minOccurs="0"><xs:complexType><xs:sequence>
        <xs:element name="name" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
      </xs:element>
      <xs:element name="wpt" type="wptType" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence>
    <xs:attribute name="version" type="xs:string" fixed="1.1" use="required"/>
    <xs:attribute name="creator" type="xs:string" use="required"/>
    </xs:complexType></xs:element>
    <xs:complexType name="wptType"><xs:sequence>
      <xs:element name="ele" type="xs:decimal" minOccurs="0"/>
      <xs:element name="time" type="xs:dateTime" minOccurs="0"/>
      <xs:element name="name" type="xs:string" minOccurs="0"/>
      <xs:element name="cmt" type="xs:string" minOccurs="0"/>
      <xs:element name="desc" type="xs:string" minOccurs="0"/>
      <xs:element name="src" type="xs:string" minOccurs="0"/>
      <xs:element name="link" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
        <xs:element name="text" type="xs:string" minOccurs="0"/>
        <xs:element name="type" type="xs:string" minOccurs="0"/></xs:sequence>
        <xs:attribute name="href" type="xs:anyURI" use="required"/></xs:complexType></xs:element>
      <xs:element name="sym" type="xs:string" minOccurs="0"/>
      <xs:element name="type" type="xs:string" minOccurs="0"/>
    </xs:sequence>
    <xs:attribute name="lat" use="required"><xs:simpleType><xs:restriction base="xs:decimal">
      <xs:minInclusive value="-90"/><xs:maxInclusive value="90"/></xs:restriction></xs:simpleType>
    </xs:attribute>
    <xs:attribute name="lon" use="required"><xs:simpleType><xs:restriction base="xs:decimal">
      <xs:minInclusive value="-180"/><xs:maxExclusive value="180"/></xs:restriction>
      </xs:simpleType></xs:attribute>
    </xs:complexType>
    </xs:schema>
    """

  static let kml = """
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified"
      xmlns="http://www.opengis.net/kml/2.2" targetNamespace="http://www.opengis.net/kml/2.2">
    <xs:simpleType name="colour"><xs:restriction base="xs:hexBinary"><xs:length value="4"/>
      </xs:restriction></xs:simpleType>
    <xs:element name="kml"><xs:complexType><xs:sequence>
      <xs:element name="Document"><xs:complexType><xs:sequence>
        <xs:element name="name" type="xs:string" minOccurs="0"/>
        <xs:element name="Style" type="styleType" minOccurs="0" maxOccurs="unbounded"/>
        <xs:element name="Placemark" type="placemarkType" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence></xs:complexType></xs:element>
    </xs:sequence></xs:complexType></xs:element>
    <xs:complexType name="styleType"><xs:sequence>
      <xs:element name="IconStyle" minOccurs="0"><xs:complexType><xs:sequence>
        <xs:element name="color" type="colour" minOccurs="0"/>
        <xs:element name="scale" type="xs:double" minOccurs="0"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="LabelStyle" minOccurs="0"><xs:complexType><xs:sequence>
        <xs:element name="scale" type="xs:double" minOccurs="0"/>
      </xs:sequence></xs:complexType></xs:element>
    </xs:sequence><xs:attribute name="id" type="xs:ID"/></xs:complexType>
    <xs:complexType name="placemarkType"><xs:sequence>
      <xs:element name="name" type="xs:string" minOccurs="0"/>
      <xs:element name="description" type="xs:string" minOccurs="0"/>
      <xs:element name="TimeStamp" minOccurs="0"><xs:complexType><xs:sequence>
        <xs:element name="when" type="xs:dateTime"/></xs:sequence></xs:complexType></xs:element>
      <xs:element name="styleUrl" type="xs:anyURI"/>
      <xs:element name="ExtendedData" minOccurs="0"><xs:complexType><xs:sequence>
        <xs:element name="Data" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
          <xs:element name="value" type="xs:string"/></xs:sequence>
          <xs:attribute name="name" type="xs:string"/></xs:complexType></xs:element>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="Point"><xs:complexType><xs:sequence>
        <xs:element name="coordinates"><xs:simpleType><xs:restriction base="xs:string">
          <xs:pattern value="-?[0-9]{1,3}(\\.[0-9]{1,7})?,-?[0-9]{1,2}(\\.[0-9]{1,7})?"/>
          </xs:restriction></xs:simpleType></xs:element>
      </xs:sequence></xs:complexType></xs:element>
    </xs:sequence><xs:attribute name="id" type="xs:ID"/></xs:complexType>
    </xs:schema>
    """
}
