import Foundation
import TestSupport
import Testing

/// The call that reads the status of a file, in kernels and containers that do not have it, and beside automounters.
@Suite struct StatusCallTests {
  /// Runs a program under a filter of the kernel: calls of `statx` without all bits of `flags` fail with `code`.
  private static let filter = """
    #include <errno.h>
    #include <linux/filter.h>
    #include <linux/seccomp.h>
    #include <stddef.h>
    #include <stdlib.h>
    #include <sys/prctl.h>
    #include <sys/syscall.h>
    #include <unistd.h>
    int main(int count, char **words) {
      const unsigned code = (unsigned)atoi(words[1]), flags = (unsigned)atoi(words[2]);
      struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_statx, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, flags, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | code),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      };
      struct sock_fprog program = {sizeof rules / sizeof rules[0], rules};
      if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return 70;
      if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) return 71;
      execv(words[3], words + 3);
      return count ? 72 : 73;
    }

    """

  private static let program = Result<String, any Error> {
    let base = NSTemporaryDirectory() + "/statx-filter-\(getpid())"
    try filter.write(toFile: base + ".c", atomically: true, encoding: .utf8)
    let outcome = try Program.run("cc", ["-o", base, base + ".c"])
    try #require(outcome.code == 0, "\(outcome.messages)")
    return base
  }

  private func scan(code: Int32, flags: Int) throws -> Program.Outcome {
    let library = try Library()
    try library.add("sub/a.jpg", as: "2023-paris/eiffel-tower.jpg")
    return try Program.run(
      try Self.program.get(),
      [
        String(code), String(flags), Program.path, "scan", "--json", "--db", library.database,
        library.root,
      ])
  }

  /// Containers of old versions of Docker refuse `statx` with EPERM, old kernels with ENOSYS.
  @Test(arguments: [EPERM, ENOSYS]) func aScanWorksWhereStatxIsRefused(code: Int32) throws {
    let outcome = try scan(code: code, flags: 0)
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(try outcome.json()["located"] as? Int == 1)
  }

  /// AT_NO_AUTOMOUNT: otherwise a scan would mount each folder of an automounter, and wait for each of its servers.
  @Test func everyCallOfStatxLeavesAutomountersAlone() throws {
    let outcome = try scan(code: EIO, flags: 0x800)
    #expect(outcome.code == 0, "\(outcome.messages)")
    #expect(try outcome.json()["located"] as? Int == 1)
    // The filter works: no call has this bit.
    #expect(try scan(code: EIO, flags: 0x4000_0000).code != 0)
  }
}
