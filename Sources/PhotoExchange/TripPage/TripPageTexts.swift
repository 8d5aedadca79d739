/// The words of the page of a trip.
struct TripPageTexts: Sendable {
  /// A number with a word, in the singular and the plural.
  struct Count: Sendable {
    let one: String
    let other: String

    func text(_ number: Int) -> String {
      (number == 1 ? one : other).replacing("{}", with: String(number))
    }
  }

  /// `{}` stands for the name.
  let sharedBy: String

  /// `{}` stands for the date.
  let until: String

  let days: Count
  let photos: Count
  let photo: String
  let map: String
  let previous: String
  let next: String
  let close: String

  static let table: PageTexts<TripPageTexts>.Table = [
    (
      "en",
      TripPageTexts(
        sharedBy: "Shared by {}", until: "until {}", days: Count(one: "1 day", other: "{} days"),
        photos: Count(one: "1 photo", other: "{} photos"), photo: "Photo", map: "Map of the trip",
        previous: "Previous photo", next: "Next photo", close: "Close")
    ),
    (
      "de",
      TripPageTexts(
        sharedBy: "Geteilt von {}", until: "bis {}", days: Count(one: "1 Tag", other: "{} Tage"),
        photos: Count(one: "1 Foto", other: "{} Fotos"), photo: "Foto", map: "Karte der Reise",
        previous: "Voriges Foto", next: "Nächstes Foto", close: "Schließen")
    ),
    (
      "fr",
      TripPageTexts(
        sharedBy: "Partagé par {}", until: "jusqu’au {}",
        days: Count(one: "1 jour", other: "{} jours"),
        photos: Count(one: "1 photo", other: "{} photos"), photo: "Photo", map: "Carte du voyage",
        previous: "Photo précédente", next: "Photo suivante", close: "Fermer")
    ),
    (
      "es",
      TripPageTexts(
        sharedBy: "Compartido por {}", until: "hasta el {}",
        days: Count(one: "1 día", other: "{} días"),
        photos: Count(one: "1 foto", other: "{} fotos"), photo: "Foto", map: "Mapa del viaje",
        previous: "Foto anterior", next: "Foto siguiente", close: "Cerrar")
    ),
    (
      "it",
      TripPageTexts(
        sharedBy: "Condiviso da {}", until: "fino al {}",
        days: Count(one: "1 giorno", other: "{} giorni"),
        photos: Count(one: "1 foto", other: "{} foto"), photo: "Foto", map: "Mappa del viaggio",
        previous: "Foto precedente", next: "Foto successiva", close: "Chiudi")
    ),
    (
      "pt",
      TripPageTexts(
        sharedBy: "Compartilhado por {}", until: "até {}",
        days: Count(one: "1 dia", other: "{} dias"),
        photos: Count(one: "1 foto", other: "{} fotos"), photo: "Foto", map: "Mapa da viagem",
        previous: "Foto anterior", next: "Próxima foto", close: "Fechar")
    ),
    (
      "nl",
      TripPageTexts(
        sharedBy: "Gedeeld door {}", until: "tot {}", days: Count(one: "1 dag", other: "{} dagen"),
        photos: Count(one: "1 foto", other: "{} foto’s"), photo: "Foto", map: "Kaart van de reis",
        previous: "Vorige foto", next: "Volgende foto", close: "Sluiten")
    ),
    (
      "pl",
      TripPageTexts(
        sharedBy: "Udostępnia {}", until: "do {}",
        days: Count(one: "1 dzień", other: "liczba dni: {}"),
        photos: Count(one: "1 zdjęcie", other: "liczba zdjęć: {}"), photo: "Zdjęcie",
        map: "Mapa podróży",
        previous: "Poprzednie zdjęcie", next: "Następne zdjęcie", close: "Zamknij")
    ),
    (
      "ja",
      TripPageTexts(
        sharedBy: "{} さんが共有", until: "{} まで", days: Count(one: "1日間", other: "{}日間"),
        photos: Count(one: "写真1枚", other: "写真{}枚"), photo: "写真", map: "旅行の地図",
        previous: "前の写真", next: "次の写真", close: "閉じる")
    ),
    (
      "ko",
      TripPageTexts(
        sharedBy: "{} 님이 공유", until: "{}까지", days: Count(one: "1일", other: "{}일"),
        photos: Count(one: "사진 1장", other: "사진 {}장"), photo: "사진", map: "여행 지도",
        previous: "이전 사진", next: "다음 사진", close: "닫기")
    ),
    (
      "zh",
      TripPageTexts(
        sharedBy: "由 {} 分享", until: "有效期至 {}", days: Count(one: "1 天", other: "{} 天"),
        photos: Count(one: "1 张照片", other: "{} 张照片"), photo: "照片", map: "旅行地图",
        previous: "上一张照片", next: "下一张照片", close: "关闭")
    ),
    (
      "ar",
      TripPageTexts(
        sharedBy: "شاركها {}", until: "حتى {}",
        days: Count(one: "يوم واحد", other: "عدد الأيام: {}"),
        photos: Count(one: "صورة واحدة", other: "عدد الصور: {}"), photo: "صورة",
        map: "خريطة الرحلة",
        previous: "الصورة السابقة", next: "الصورة التالية", close: "إغلاق")
    ),
  ]
}
