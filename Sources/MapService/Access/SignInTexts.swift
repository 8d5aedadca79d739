internal import HTTPServer
internal import Places

/// The words of the page on which people sign in, in the languages of the map page.
struct SignInTexts: Sendable {
  /// The tag of their language.
  let tag: String

  let title: String
  let heading: String
  let name: String
  let password: String

  /// The name or the password is wrong.
  let wrong: String

  /// There were too many wrong passwords; `{}` stands for the seconds to wait.
  let tooMany: String

  /// The server could not check the password now; `{}` stands for the seconds to wait.
  let later: String

  /// Whether they are written from right to left.
  var isFromRight: Bool { tag == "ar" }

  /// The texts in the first of some languages that has them, else in English.
  init(_ languages: [Language]) {
    let known = languages.lazy.compactMap { language in
      Self.all.first { language.includes($0.tag) }
    }
    self = known.first ?? Self.english
  }

  /// Why an attempt failed, in this language; nil for problems that the form itself does not cause.
  func text(of problem: Problem) -> String? {
    let seconds = problem.headers.first { $0.name == "Retry-After" }?.value
    switch (problem.status, seconds) {
    case (401, _): return wrong
    case (429, let seconds?): return tooMany.replacing("{}", with: seconds)
    case (503, let seconds?): return later.replacing("{}", with: seconds)
    default: return nil
    }
  }

  private init(
    _ tag: String, title: String, heading: String, name: String, password: String, wrong: String,
    tooMany: String, later: String
  ) {
    (self.tag, self.title, self.heading) = (tag, title, heading)
    (self.name, self.password) = (name, password)
    (self.wrong, self.tooMany, self.later) = (wrong, tooMany, later)
  }

  private static let english = SignInTexts(
    "en", title: "Sign in", heading: "Sign in to see the map", name: "Name", password: "Password",
    wrong: "The name or the password is wrong.",
    tooMany: "There were too many wrong passwords; wait {} seconds.",
    later: "Signing in did not work just now. Try again in {} seconds.")

  private static let all = [
    english,
    SignInTexts(
      "de", title: "Anmelden", heading: "Melden Sie sich an, um die Karte zu sehen",
      name: "Benutzername", password: "Passwort",
      wrong: "Der Benutzername oder das Passwort ist falsch.",
      tooMany: "Es gab zu viele falsche Passwörter. Versuchen Sie es in {} s noch einmal.",
      later: "Das Anmelden gelang gerade nicht. Versuchen Sie es in {} s noch einmal."),
    SignInTexts(
      "fr", title: "Se connecter", heading: "Connectez-vous pour voir la carte",
      name: "Nom d’utilisateur", password: "Mot de passe",
      wrong: "Le nom d’utilisateur ou le mot de passe est incorrect.",
      tooMany: "Trop de mots de passe incorrects. Réessayez dans {} s.",
      later: "La connexion n’a pas abouti. Réessayez dans {} s."),
    SignInTexts(
      "es", title: "Iniciar sesión", heading: "Inicie sesión para ver el mapa",
      name: "Nombre de usuario", password: "Contraseña",
      wrong: "El nombre de usuario o la contraseña no son correctos.",
      tooMany: "Demasiadas contraseñas incorrectas. Inténtelo de nuevo en {} s.",
      later: "No se pudo iniciar sesión. Inténtelo de nuevo en {} s."),
    SignInTexts(
      "it", title: "Accedi", heading: "Accedere per vedere la mappa", name: "Nome utente",
      password: "Password", wrong: "Il nome utente o la password non sono corretti.",
      tooMany: "Troppe password errate. Riprovare tra {} s.",
      later: "Accesso non riuscito. Riprovare tra {} s."),
    SignInTexts(
      "nl", title: "Aanmelden", heading: "Meld u aan om de kaart te zien", name: "Gebruikersnaam",
      password: "Wachtwoord", wrong: "De gebruikersnaam of het wachtwoord is onjuist.",
      tooMany: "Te veel onjuiste wachtwoorden. Probeer het over {} s opnieuw.",
      later: "Het aanmelden lukte nu niet. Probeer het over {} s opnieuw."),
    SignInTexts(
      "pl", title: "Zaloguj się", heading: "Zaloguj się, aby zobaczyć mapę",
      name: "Nazwa użytkownika", password: "Hasło",
      wrong: "Nazwa użytkownika lub hasło są nieprawidłowe.",
      tooMany: "Zbyt wiele błędnych haseł. Spróbuj ponownie za {} s.",
      later: "Nie udało się zalogować. Spróbuj ponownie za {} s."),
    SignInTexts(
      "ja", title: "ログイン", heading: "地図を見るにはログインしてください", name: "ユーザー名",
      password: "パスワード", wrong: "ユーザー名またはパスワードが正しくありません。",
      tooMany: "パスワードの誤りが多すぎます。{}秒後にもう一度お試しください。",
      later: "ただいまログインできません。{}秒後にもう一度お試しください。"),
    SignInTexts(
      "ko", title: "로그인", heading: "지도를 보려면 로그인하세요", name: "사용자 이름", password: "비밀번호",
      wrong: "사용자 이름 또는 비밀번호가 올바르지 않습니다.",
      tooMany: "잘못된 비밀번호를 너무 많이 입력했습니다. {}초 후에 다시 시도하세요.",
      later: "지금은 로그인할 수 없습니다. {}초 후에 다시 시도하세요."),
    SignInTexts(
      "zh", title: "登录", heading: "登录后可查看地图", name: "用户名", password: "密码",
      wrong: "用户名或密码不正确。", tooMany: "密码错误次数过多，请在 {} 秒后重试。",
      later: "暂时无法登录，请在 {} 秒后重试。"),
    SignInTexts(
      "ar", title: "تسجيل الدخول", heading: "سجّل الدخول لعرض الخريطة", name: "اسم المستخدم",
      password: "كلمة المرور", wrong: "اسم المستخدم أو كلمة المرور غير صحيحة.",
      tooMany: "عدد كلمات المرور الخاطئة كبير. أعد المحاولة بعد {} ث.",
      later: "تعذّر تسجيل الدخول الآن. أعد المحاولة بعد {} ث."),
  ]
}
