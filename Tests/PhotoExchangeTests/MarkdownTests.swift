import Testing

@testable import PhotoExchange

/// What people write becomes HTML in which nothing but the marks of Markdown is markup.
@Suite struct MarkdownTests {
  private func html(_ text: String) -> String {
    var page = XMLWriter()
    Markdown(text).write(to: &page)
    return String(decoding: page.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("one\ntwo\n\nthree", "<p>one<br>two</p>\n<p>three</p>\n"),
    ("## A day #1", "<h3>A day #1</h3>\n"), ("#hashtag", "<p>#hashtag</p>\n"),
    ("- a\n* b", "<ul><li>a</li>\n<li>b</li>\n</ul>\n"),
    ("1. a\n2. b", "<ol><li>a</li>\n<li>b</li>\n</ol>\n"),
    ("> so\n> it was", "<blockquote>so<br>it was</blockquote>\n"),
    (
      "**bold** and *soft* and _soft_",
      "<p><strong>bold</strong> and <em>soft</em> and <em>soft</em></p>\n"
    ),
    ("**a *b* c**", "<p><strong>a <em>b</em> c</strong></p>\n"),
    ("`*code* <b>`", "<p><code>*code* &lt;b&gt;</code></p>\n"),
    ("a_b_c, 2 * 3 * 4, **", "<p>a_b_c, 2 * 3 * 4, **</p>\n"),
    ("\\*not\\* so", "<p>*not* so</p>\n"),
    (
      "<script>alert(1)</script> & \"x\"",
      "<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;</p>\n"
    ),
    (
      "[the inn](https://example.org/?a=1&b=\"2\")",
      "<p><a rel=\"noopener noreferrer\" href=\"https://example.org/?a=1&amp;b=&quot;2&quot;\">the inn</a></p>\n"
    ),
    ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>\n"),
    ("[x](https://a b)", "<p>[x](https://a b)</p>\n"), ("", ""), ("\n \n", ""),
  ])
  func textsBecomeBlocks(text: String, expected: String) {
    #expect(html(text) == expected)
  }

  @Test func noTextMakesOtherMarkup() throws {
    let pieces = [
      "<", ">", "&", "\"", "'", "*", "**", "_", "`", "[", "](", ")", "https://a", "\\", "\n", "- ",
      "# ", "1. ", "> ", "x", " ", "é",
    ]
    var random = SystemRandomNumberGenerator()
    let tag = try Regex(
      #"</?(?:p|h3|ul|ol|li|blockquote|strong|em|code)>|<br>|</a>|<a rel="noopener noreferrer" href="https://a[^"<>]*">"#
    )
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...24, using: &random)).compactMap { _ in
        pieces.randomElement(using: &random)
      }.joined()
      let rest = html(text).replacing(tag, with: "")
      #expect(!rest.contains("<"), "\(text)")
      #expect(!rest.contains(">"), "\(text)")
    }
  }

  @Test(arguments: ["*", "[", "_a ", "`", "[](", "**a ", "[x](https://"])
  func aLongHostileLineIsWritten(piece: String) {
    let text = String(repeating: piece, count: 65_536 / piece.utf8.count)
    #expect(html(text).utf8.count >= text.utf8.count)
  }
}
