internal import Places

/// The words of the page of a trip, in the language of the reader if they are known there, else in English.
struct TripPageTexts: Sendable {
  /// A number with a word, in the singular and the plural.
  struct Count: Sendable {
    let one: String
    let other: String

    func text(_ number: Int) -> String {
      (number == 1 ? one : other).replacing("{}", with: String(number))
    }
  }

  /// The tag of their language.
  let tag: String

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

  /// What a guest reads whose link is not valid any more, or whose trip is gone.
  let ended: String

  /// Whether they are written from right to left.
  var isFromRight: Bool { tag == "ar" }

  init(_ language: Language) {
    self = Self.all.first { language.includes($0.tag) } ?? Self.english
  }

  private init(
    _ tag: String, sharedBy: String, until: String, days: (String, String),
    photos: (String, String), photo: String, map: String, previous: String, next: String,
    close: String, ended: String
  ) {
    (self.tag, self.sharedBy, self.until) = (tag, sharedBy, until)
    self.days = Count(one: days.0, other: days.1)
    self.photos = Count(one: photos.0, other: photos.1)
    (self.photo, self.map) = (photo, map)
    (self.previous, self.next) = (previous, next)
    (self.close, self.ended) = (close, ended)
  }

  private static let english = TripPageTexts(
    "en", sharedBy: "Shared by {}", until: "until {}", days: ("1 day", "{} days"),
    photos: ("1 photo", "{} photos"), photo: "Photo", map: "Map of the trip",
    previous: "Previous photo", next: "Next photo", close: "Close",
    ended:
      "This link is no longer valid: it has expired or was revoked. Ask for a new one where it came from."
  )

  private static let all = [
    english,
    TripPageTexts(
      "de", sharedBy: "Geteilt von {}", until: "bis {}", days: ("1 Tag", "{} Tage"),
      photos: ("1 Foto", "{} Fotos"), photo: "Foto", map: "Karte der Reise",
      previous: "Voriges Foto", next: "Nächstes Foto", close: "Schließen",
      ended:
        "Dieser Link gilt nicht mehr: Er gilt nur eine Zeit lang oder wurde widerrufen. Bitte um einen neuen, wo er herkam."
    ),
    TripPageTexts(
      "fr", sharedBy: "Partagé par {}", until: "jusqu’au {}", days: ("1 jour", "{} jours"),
      photos: ("1 photo", "{} photos"), photo: "Photo", map: "Carte du voyage",
      previous: "Photo précédente", next: "Photo suivante", close: "Fermer",
      ended:
        "Ce lien n’est plus valable : il a expiré ou a été révoqué. Demandez-en un nouveau à la personne qui l’a envoyé."
    ),
    TripPageTexts(
      "es", sharedBy: "Compartido por {}", until: "hasta el {}", days: ("1 día", "{} días"),
      photos: ("1 foto", "{} fotos"), photo: "Foto", map: "Mapa del viaje",
      previous: "Foto anterior", next: "Foto siguiente", close: "Cerrar",
      ended:
        "Este enlace ya no es válido: ha caducado o fue revocado. Pide uno nuevo a quien lo envió."),
    TripPageTexts(
      "it", sharedBy: "Condiviso da {}", until: "fino al {}", days: ("1 giorno", "{} giorni"),
      photos: ("1 foto", "{} foto"), photo: "Foto", map: "Mappa del viaggio",
      previous: "Foto precedente", next: "Foto successiva", close: "Chiudi",
      ended:
        "Questo link non è più valido: è scaduto o è stato revocato. Chiedine uno nuovo a chi l’ha inviato."
    ),
    TripPageTexts(
      "pt", sharedBy: "Compartilhado por {}", until: "até {}", days: ("1 dia", "{} dias"),
      photos: ("1 foto", "{} fotos"), photo: "Foto", map: "Mapa da viagem",
      previous: "Foto anterior", next: "Próxima foto", close: "Fechar",
      ended: "Este link não é mais válido: expirou ou foi revogado. Peça um novo a quem o enviou."),
    TripPageTexts(
      "nl", sharedBy: "Gedeeld door {}", until: "tot {}", days: ("1 dag", "{} dagen"),
      photos: ("1 foto", "{} foto’s"), photo: "Foto", map: "Kaart van de reis",
      previous: "Vorige foto", next: "Volgende foto", close: "Sluiten",
      ended:
        "Deze link is niet meer geldig: hij is verlopen of ingetrokken. Vraag een nieuwe aan wie hem stuurde."
    ),
    TripPageTexts(
      "pl", sharedBy: "Udostępnia {}", until: "do {}", days: ("1 dzień", "liczba dni: {}"),
      photos: ("1 zdjęcie", "liczba zdjęć: {}"), photo: "Zdjęcie", map: "Mapa podróży",
      previous: "Poprzednie zdjęcie", next: "Następne zdjęcie", close: "Zamknij",
      ended:
        "Ten link stracił ważność: wygasł lub został odwołany. Poproś o nowy osobę, która go przysłała."
    ),
    TripPageTexts(
      "ja", sharedBy: "{} さんが共有", until: "{} まで", days: ("1日間", "{}日間"),
      photos: ("写真1枚", "写真{}枚"), photo: "写真", map: "旅行の地図",
      previous: "前の写真", next: "次の写真", close: "閉じる",
      ended: "このリンクは無効です。期限が切れたか、取り消されました。送った人に新しいリンクを頼んでください。"),
    TripPageTexts(
      "ko", sharedBy: "{} 님이 공유", until: "{}까지", days: ("1일", "{}일"),
      photos: ("사진 1장", "사진 {}장"), photo: "사진", map: "여행 지도",
      previous: "이전 사진", next: "다음 사진", close: "닫기",
      ended: "이 링크는 더 이상 유효하지 않습니다. 만료되었거나 취소되었습니다. 보낸 사람에게 새 링크를 요청하세요."),
    TripPageTexts(
      "zh", sharedBy: "由 {} 分享", until: "有效期至 {}", days: ("1 天", "{} 天"),
      photos: ("1 张照片", "{} 张照片"), photo: "照片", map: "旅行地图",
      previous: "上一张照片", next: "下一张照片", close: "关闭",
      ended: "此链接已失效：已过期或被撤销。请向发送者索取新的链接。"),
    TripPageTexts(
      "ar", sharedBy: "شاركها {}", until: "حتى {}", days: ("يوم واحد", "عدد الأيام: {}"),
      photos: ("صورة واحدة", "عدد الصور: {}"), photo: "صورة", map: "خريطة الرحلة",
      previous: "الصورة السابقة", next: "الصورة التالية", close: "إغلاق",
      ended: "لم يعد هذا الرابط صالحًا: انتهت مدته أو أُلغي. اطلب رابطًا جديدًا ممن أرسله."),
  ]
}
