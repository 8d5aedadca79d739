internal import HTTPServer
internal import PhotoExchange

/// The words of the page about a problem, in the languages of the page of a trip.
///
/// Readers of English read the detail itself.
struct ProblemTexts: Sendable {
  /// A heading, and what to do.
  typealias Text = (heading: String, advice: String)

  let linkEnded: Text
  let signIn: Text
  let notForYou: Text
  let nothingHere: Text
  let notNow: Text
  let failed: Text
  let notUnderstood: Text

  private func text(of problem: Problem) -> Text {
    if problem.kind == .linkEnded { return linkEnded }
    switch problem.status {
    case 401: return signIn
    case 403: return notForYou
    case 404, 410: return nothingHere
    case 429, 503, 504: return notNow
    case 500...: return failed
    default: return notUnderstood
    }
  }

  /// What people read about a problem; nil for readers of English.
  static func words(for problem: Problem, to request: Request) -> ProblemWords? {
    let texts = PageTexts(request.languages, of: table)
    return (texts.words?.text(of: problem)).map {
      ProblemWords(heading: $0.heading, advice: $0.advice, language: texts.tag)
    }
  }

  private static let table: PageTexts<ProblemTexts?>.Table = [
    ("en", nil),
    (
      "de",
      ProblemTexts(
        linkEnded: (
          "Dieser Link gilt nicht mehr: Er ist abgelaufen oder wurde widerrufen.",
          "Bitten Sie dort, wo er herkam, um einen neuen."
        ),
        signIn: (
          "Melden Sie sich an, um das zu sehen.",
          "Dafür brauchen Sie einen Benutzernamen und ein Passwort."
        ),
        notForYou: (
          "Das ist nicht für Sie freigegeben.", "Fragen Sie die Person, der die Fotos gehören."
        ),
        nothingHere: (
          "Hier gibt es nichts.",
          "Prüfen Sie die Adresse: Was dort war, wurde vielleicht verschoben oder gelöscht."
        ),
        notNow: ("Das geht gerade nicht.", "Versuchen Sie es in einer Minute noch einmal."),
        failed: ("Dem Server ist das nicht gelungen.", "Versuchen Sie es noch einmal."),
        notUnderstood: ("Der Server versteht diese Adresse nicht.", "Prüfen Sie sie.")
      )
    ),
    (
      "fr",
      ProblemTexts(
        linkEnded: (
          "Ce lien n’est plus valable : il a expiré ou a été révoqué.",
          "Demandez-en un nouveau à la personne qui l’a envoyé."
        ),
        signIn: (
          "Connectez-vous pour voir cette page.",
          "Il faut un nom d’utilisateur et un mot de passe."
        ),
        notForYou: (
          "Ceci n’est pas partagé avec vous.",
          "Adressez-vous à la personne à qui appartiennent les photos."
        ),
        nothingHere: (
          "Il n’y a rien à cette adresse.",
          "Vérifiez-la : son contenu a peut-être été déplacé ou supprimé."
        ),
        notNow: ("Ce n’est pas possible pour le moment.", "Réessayez dans une minute."),
        failed: ("Le serveur n’y est pas parvenu.", "Réessayez."),
        notUnderstood: ("Le serveur ne comprend pas cette adresse.", "Vérifiez-la.")
      )
    ),
    (
      "es",
      ProblemTexts(
        linkEnded: (
          "Este enlace ya no es válido: ha caducado o fue revocado.",
          "Pida uno nuevo a quien lo envió."
        ),
        signIn: (
          "Inicie sesión para ver esta página.",
          "Se necesitan un nombre de usuario y una contraseña."
        ),
        notForYou: (
          "Esto no se ha compartido con usted.",
          "Pregunte a la persona a quien pertenecen las fotos."
        ),
        nothingHere: (
          "No hay nada en esta dirección.",
          "Compruébela: quizá su contenido se haya movido o eliminado."
        ),
        notNow: ("Ahora no es posible.", "Inténtelo de nuevo en un minuto."),
        failed: ("El servidor no lo ha conseguido.", "Inténtelo de nuevo."),
        notUnderstood: ("El servidor no entiende esta dirección.", "Compruébela.")
      )
    ),
    (
      "it",
      ProblemTexts(
        linkEnded: (
          "Questo link non è più valido: è scaduto o è stato revocato.",
          "Chiederne uno nuovo a chi l’ha inviato."
        ),
        signIn: (
          "Accedere per vedere questa pagina.", "Servono un nome utente e una password."
        ),
        notForYou: (
          "Questo contenuto non è condiviso con lei.",
          "Rivolgersi alla persona a cui appartengono le foto."
        ),
        nothingHere: (
          "A questo indirizzo non c’è nulla.",
          "Controllarlo: il contenuto potrebbe essere stato spostato o eliminato."
        ),
        notNow: ("Al momento non è possibile.", "Riprovare tra un minuto."),
        failed: ("Il server non ci è riuscito.", "Riprovare."),
        notUnderstood: ("Il server non capisce questo indirizzo.", "Controllarlo.")
      )
    ),
    (
      "pt",
      ProblemTexts(
        linkEnded: (
          "Este link não é mais válido: expirou ou foi revogado.", "Peça um novo a quem o enviou."
        ),
        signIn: (
          "Entre para ver esta página.", "São necessários um nome de usuário e uma senha."
        ),
        notForYou: (
          "Isto não foi compartilhado com você.", "Pergunte à pessoa a quem pertencem as fotos."
        ),
        nothingHere: (
          "Não há nada neste endereço.",
          "Verifique-o: o conteúdo pode ter sido movido ou excluído."
        ),
        notNow: ("Não é possível neste momento.", "Tente novamente em um minuto."),
        failed: ("O servidor não conseguiu.", "Tente novamente."),
        notUnderstood: ("O servidor não entende este endereço.", "Verifique-o.")
      )
    ),
    (
      "nl",
      ProblemTexts(
        linkEnded: (
          "Deze link is niet meer geldig: hij is verlopen of ingetrokken.",
          "Vraag een nieuwe aan wie hem stuurde."
        ),
        signIn: (
          "Meld u aan om dit te zien.",
          "Daarvoor zijn een gebruikersnaam en een wachtwoord nodig."
        ),
        notForYou: (
          "Dit is niet met u gedeeld.", "Vraag het aan degene van wie de foto’s zijn."
        ),
        nothingHere: (
          "Op dit adres is niets.",
          "Controleer het: wat er stond, is misschien verplaatst of verwijderd."
        ),
        notNow: ("Dat lukt nu niet.", "Probeer het over een minuut opnieuw."),
        failed: ("Het is de server niet gelukt.", "Probeer het opnieuw."),
        notUnderstood: ("De server begrijpt dit adres niet.", "Controleer het.")
      )
    ),
    (
      "pl",
      ProblemTexts(
        linkEnded: (
          "Ten link stracił ważność: wygasł lub został odwołany.",
          "Poproś o nowy osobę, która go przysłała."
        ),
        signIn: (
          "Zaloguj się, aby zobaczyć tę stronę.", "Potrzebne są nazwa użytkownika i hasło."
        ),
        notForYou: (
          "Tego Ci nie udostępniono.", "Zapytaj osobę, do której należą zdjęcia."
        ),
        nothingHere: (
          "Pod tym adresem niczego nie ma.",
          "Sprawdź go: to, co tam było, mogło zostać przeniesione lub usunięte."
        ),
        notNow: ("Teraz to niemożliwe.", "Spróbuj ponownie za minutę."),
        failed: ("Serwerowi się to nie udało.", "Spróbuj ponownie."),
        notUnderstood: ("Serwer nie rozumie tego adresu.", "Sprawdź go.")
      )
    ),
    (
      "ja",
      ProblemTexts(
        linkEnded: (
          "このリンクは無効です。期限が切れたか、取り消されました。", "送った人に新しいリンクを頼んでください。"
        ),
        signIn: ("このページを見るにはログインしてください。", "ユーザー名とパスワードが必要です。"),
        notForYou: ("これはあなたに共有されていません。", "写真の持ち主に尋ねてください。"),
        nothingHere: (
          "このアドレスには何もありません。", "アドレスを確かめてください。移動または削除された可能性があります。"
        ),
        notNow: ("ただいまご利用になれません。", "1分後にもう一度お試しください。"),
        failed: ("サーバーで問題が発生しました。", "もう一度お試しください。"),
        notUnderstood: ("サーバーはこのアドレスを理解できません。", "アドレスを確かめてください。")
      )
    ),
    (
      "ko",
      ProblemTexts(
        linkEnded: (
          "이 링크는 더 이상 유효하지 않습니다. 만료되었거나 취소되었습니다.", "보낸 사람에게 새 링크를 요청하세요."
        ),
        signIn: ("이 페이지를 보려면 로그인하세요.", "사용자 이름과 비밀번호가 필요합니다."),
        notForYou: ("공유되지 않은 내용입니다.", "사진의 주인에게 문의하세요."),
        nothingHere: ("이 주소에는 아무것도 없습니다.", "주소를 확인하세요. 이동되었거나 삭제되었을 수 있습니다."),
        notNow: ("지금은 할 수 없습니다.", "1분 후에 다시 시도하세요."),
        failed: ("서버에 문제가 생겼습니다.", "다시 시도하세요."),
        notUnderstood: ("서버가 이 주소를 이해하지 못합니다.", "주소를 확인하세요.")
      )
    ),
    (
      "zh",
      ProblemTexts(
        linkEnded: ("此链接已失效：已过期或被撤销。", "请向发送者索取新的链接。"),
        signIn: ("登录后可查看此页面。", "需要用户名和密码。"),
        notForYou: ("此内容未与您分享。", "请联系照片的所有者。"),
        nothingHere: ("此地址没有任何内容。", "请检查地址：其内容可能已被移动或删除。"),
        notNow: ("暂时无法显示。", "请在一分钟后重试。"),
        failed: ("服务器出现问题。", "请重试。"),
        notUnderstood: ("服务器无法理解此地址。", "请检查地址。")
      )
    ),
    (
      "ar",
      ProblemTexts(
        linkEnded: ("لم يعد هذا الرابط صالحًا: انتهت مدته أو أُلغي.", "اطلب رابطًا جديدًا ممن أرسله."),
        signIn: ("سجّل الدخول لعرض هذه الصفحة.", "يلزم اسم مستخدم وكلمة مرور."),
        notForYou: ("لم تتم مشاركة هذا معك.", "اسأل صاحب الصور."),
        nothingHere: ("لا يوجد شيء في هذا العنوان.", "تحقق من العنوان: ربما نُقل محتواه أو حُذف."),
        notNow: ("هذا غير ممكن الآن.", "أعد المحاولة بعد دقيقة."),
        failed: ("تعذّر ذلك على الخادم.", "أعد المحاولة."),
        notUnderstood: ("لا يفهم الخادم هذا العنوان.", "تحقق من العنوان.")
      )
    ),
  ]
}
