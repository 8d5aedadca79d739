extension ReferencePage {
  /// The page's style sheet, in a separate file because the Content-Security-Policy forbids inline styles.
  static let style = """
    :root { color-scheme: light dark; --ink: #1c2024; --quiet: #5b6470; --line: #d9dee4; --paper: #fff;
      --box: #f4f6f8; --link: #0b5cad; }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #e6e9ed; --quiet: #9aa4b0; --line: #343b44; --paper: #15181c; --box: #1f242a;
        --link: #7db7ff; }
    }
    body { max-width: 58rem; margin: 0 auto; padding: 1.5rem; color: var(--ink);
      background: var(--paper); font: 1rem/1.55 system-ui, sans-serif; }
    h1 { font-size: 1.7rem; } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
    h3 { font-size: 1.05rem; } h3 a { color: inherit; text-decoration: none; }
    h3 b { color: var(--quiet); font-size: .8em; }
    a { color: var(--link); } small { color: var(--quiet); }
    nav ul { columns: 22rem; column-gap: 2rem; list-style: none; padding: 0; }
    nav li { overflow-wrap: anywhere; break-inside: avoid; }
    section { margin: 2rem 0; } section:target { outline: 2px solid var(--link); outline-offset: .6rem; }
    tr:target { outline: 2px solid var(--link); }
    code, pre { font-family: ui-monospace, monospace; font-size: .92em; }
    pre { background: var(--box); padding: .7rem 1rem; overflow-x: auto; border-radius: .4rem; }
    table { border-collapse: collapse; width: 100%; }
    th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0;
      border-top: 1px solid var(--line); overflow-wrap: anywhere; }
    th { font-weight: normal; white-space: nowrap; }

    """
}
