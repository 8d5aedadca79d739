import PhotoScanner
import Testing

@Suite struct GlobTests {
  @Test(arguments: [
    ("*.jpg", "a.jpg"), ("*.jpg", "deep/down/A.JPG"), ("*.JPG", "a.jpg"), ("a?c", "abc"),
    ("private/**", "private/x/y.jpg"), ("**/raw/*", "a/b/raw/c.dng"), ("**/raw/*", "raw/c.dng"),
    ("a/*/c.jpg", "a/b/c.jpg"), ("IMG_[0-9][0-9].jpg", "IMG_42.jpg"), ("[!a-c]*", "d"),
    ("/top.jpg", "top.jpg"), ("2024", "2024"), ("sub/", "sub"), ("[", "["), ("*", "x"),
    ("**", "a/b/c"), ("a/**/z", "a/z"), ("a/**/z", "a/b/c/z"), ("a\\*b", "a*b"),
    ("**/x/**/z.jpg", "a/x/b/z.jpg"), ("*a*a*a*", "banana.aa"),
  ])
  func fits(pattern: String, path: String) { #expect(Glob(pattern).matches(Array(path.utf8))) }

  @Test(arguments: [
    ("*.jpg", "a.jpeg"), ("a?c", "a/c"), ("a/*.jpg", "a/b/c.jpg"), ("a/*.jpg", "b/a/c.jpg"),
    ("[!a-c]*", "b"), ("**/raw/*", "xraw/c.dng"), ("a/**/z", "a/xz"), ("a\\*b", "axb"),
    ("Case.jpg", "case.jpg"), ("", "a"), ("private/**", "public/x"),
    ("*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
  ])
  func doesNotFit(pattern: String, path: String) {
    #expect(!Glob(pattern).matches(Array(path.utf8)))
  }
}
