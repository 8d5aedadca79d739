internal import HTTPServer
internal import PhotoExchange

/// The words of the page on which people sign in, in the languages of the map page.
struct SignInTexts: Sendable {
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

  static let table: PageTexts<SignInTexts>.Table = [
    (
      "en",
      SignInTexts(
        title: "Sign in", heading: "Sign in to see the map", name: "Name", password: "Password",
        wrong: "The name or the password is wrong.",
        tooMany: "There were too many wrong passwords; wait {} seconds.",
        later: "Signing in did not work just now. Try again in {} seconds.")
    ),
    (
      "de",
      SignInTexts(
        title: "Anmelden", heading: "Melden Sie sich an, um die Karte zu sehen",
        name: "Benutzername", password: "Passwort",
        wrong: "Der Benutzername oder das Passwort ist falsch.",
        tooMany: "Es gab zu viele falsche Passwörter. Versuchen Sie es in {} s noch einmal.",
        later: "Das Anmelden gelang gerade nicht. Versuchen Sie es in {} s noch einmal.")
    ),
    (
      "fr",
      SignInTexts(
        title: "Se connecter", heading: "Connectez-vous pour voir la carte",
        name: "Nom d’utilisateur", password: "Mot de passe",
        wrong: "Le nom d’utilisateur ou le mot de passe est incorrect.",
        tooMany: "Trop de mots de passe incorrects. Réessayez dans {} s.",
        later: "La connexion n’a pas abouti. Réessayez dans {} s.")
    ),
    (
      "es",
      SignInTexts(
        title: "Iniciar sesión", heading: "Inicie sesión para ver el mapa",
        name: "Nombre de usuario", password: "Contraseña",
        wrong: "El nombre de usuario o la contraseña no son correctos.",
        tooMany: "Demasiadas contraseñas incorrectas. Inténtelo de nuevo en {} s.",
        later: "No se pudo iniciar sesión. Inténtelo de nuevo en {} s.")
    ),
    (
      "it",
      SignInTexts(
        title: "Accedi", heading: "Accedere per vedere la mappa", name: "Nome utente",
        password: "Password", wrong: "Il nome utente o la password non sono corretti.",
        tooMany: "Troppe password errate. Riprovare tra {} s.",
        later: "Accesso non riuscito. Riprovare tra {} s.")
    ),
    (
      "nl",
      SignInTexts(
        title: "Aanmelden", heading: "Meld u aan om de kaart te zien", name: "Gebruikersnaam",
        password: "Wachtwoord", wrong: "De gebruikersnaam of het wachtwoord is onjuist.",
        tooMany: "Te veel onjuiste wachtwoorden. Probeer het over {} s opnieuw.",
        later: "Het aanmelden lukte nu niet. Probeer het over {} s opnieuw.")
    ),
    (
      "pl",
      SignInTexts(
        title: "Zaloguj się", heading: "Zaloguj się, aby zobaczyć mapę",
        name: "Nazwa użytkownika", password: "Hasło",
        wrong: "Nazwa użytkownika lub hasło są nieprawidłowe.",
        tooMany: "Zbyt wiele błędnych haseł. Spróbuj ponownie za {} s.",
        later: "Nie udało się zalogować. Spróbuj ponownie za {} s.")
    ),
    (
      "ja",
      SignInTexts(
        title: "ログイン", heading: "地図を見るにはログインしてください", name: "ユーザー名",
        password: "パスワード", wrong: "ユーザー名またはパスワードが正しくありません。",
        tooMany: "パスワードの誤りが多すぎます。{}秒後にもう一度お試しください。",
        later: "ただいまログインできません。{}秒後にもう一度お試しください。")
    ),
    (
      "ko",
      SignInTexts(
        title: "로그인", heading: "지도를 보려면 로그인하세요", name: "사용자 이름", password: "비밀번호",
        wrong: "사용자 이름 또는 비밀번호가 올바르지 않습니다.",
        tooMany: "잘못된 비밀번호를 너무 많이 입력했습니다. {}초 후에 다시 시도하세요.",
        later: "지금은 로그인할 수 없습니다. {}초 후에 다시 시도하세요.")
    ),
    (
      "zh",
      SignInTexts(
        title: "登录", heading: "登录后可查看地图", name: "用户名", password: "密码",
        wrong: "用户名或密码不正确。", tooMany: "密码错误次数过多，请在 {} 秒后重试。",
        later: "暂时无法登录，请在 {} 秒后重试。")
    ),
    (
      "ar",
      SignInTexts(
        title: "تسجيل الدخول", heading: "سجّل الدخول لعرض الخريطة", name: "اسم المستخدم",
        password: "كلمة المرور", wrong: "اسم المستخدم أو كلمة المرور غير صحيحة.",
        tooMany: "عدد كلمات المرور الخاطئة كبير. أعد المحاولة بعد {} ث.",
        later: "تعذّر تسجيل الدخول الآن. أعد المحاولة بعد {} ث.")
    ),
  ]
}
