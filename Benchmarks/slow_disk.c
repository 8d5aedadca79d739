// A FUSE view of a folder in which each call takes some time: as on a network share, where calls run in parallel, or as
// on a disk, which serves one call at a time.
//
//     slow_disk FOLDER MOUNT MICROSECONDS share|disk [STALLS]
//
// The file STALLS names calls and endings of paths, as in `open /b.jpg`, a line each. While it does, such a call waits,
// as if the server of a share was gone: until the line is removed, or the calling process is killed. The first such call
// makes the file STALLS.waiting.
#define FUSE_USE_VERSION 31
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

static char folder[2048];
static long microseconds;
static int is_disk;
static const char *stalls;
static pthread_mutex_t head = PTHREAD_MUTEX_INITIALIZER;

static void wait_as_long(void) {
  const struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
  if (is_disk) pthread_mutex_lock(&head);
  nanosleep(&time, NULL);
  if (is_disk) pthread_mutex_unlock(&head);
}

static int is_stalled(const char *call, const char *path) {
  FILE *const file = stalls ? fopen(stalls, "re") : NULL;
  if (!file) return 0;
  char line[PATH_MAX + 16], name[16], ending[PATH_MAX];
  int found = 0;
  while (!found && fgets(line, sizeof line, file)) {
    ending[0] = 0;
    if (sscanf(line, "%15s %4095s", name, ending) < 1 || strcmp(name, call) != 0) continue;
    const size_t length = strlen(path), wanted = strlen(ending);
    found = wanted <= length && strcmp(path + length - wanted, ending) == 0;
  }
  fclose(file);
  return found;
}

static void note_waiting(void) {
  char name[PATH_MAX];
  snprintf(name, sizeof name, "%s.waiting", stalls);
  const int file = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file >= 0) close(file);
}

// Returns a negative code if the caller was killed meanwhile.
static int wait_to_answer(const char *call, const char *path) {
  const struct timespec pause = {0, 5000000};
  wait_as_long();
  while (is_stalled(call, path)) {
    note_waiting();
    if (fuse_interrupted()) return -EINTR;
    nanosleep(&pause, NULL);
  }
  return 0;
}

static const char *behind(char *buffer, const char *path) {
  snprintf(buffer, PATH_MAX, "%s%s", folder, path);
  return buffer;
}

static int get_status(const char *path, struct stat *status, struct fuse_file_info *file) {
  char buffer[PATH_MAX];
  (void)file;
  const int code = wait_to_answer("stat", path);
  if (code) return code;
  return lstat(behind(buffer, path), status) ? -errno : 0;
}

static int open_file(const char *path, struct fuse_file_info *file) {
  char buffer[PATH_MAX];
  const int code = wait_to_answer("open", path);
  if (code) return code;
  const int opened = open(behind(buffer, path), O_RDONLY | O_CLOEXEC);
  if (opened < 0) return -errno;
  file->fh = (uint64_t)opened;
  return 0;
}

static int read_file(const char *path, char *bytes, size_t size, off_t offset, struct fuse_file_info *file) {
  const int code = wait_to_answer("read", path);
  if (code) return code;
  const ssize_t count = pread((int)file->fh, bytes, size, offset);
  return count < 0 ? -errno : (int)count;
}

static int close_file(const char *path, struct fuse_file_info *file) {
  (void)path;
  return close((int)file->fh);
}

static int list(
    const char *path, void *entries, fuse_fill_dir_t fill, off_t offset, struct fuse_file_info *file,
    enum fuse_readdir_flags flags) {
  char buffer[PATH_MAX];
  (void)offset, (void)file, (void)flags;
  const int code = wait_to_answer("readdir", path);
  if (code) return code;
  DIR *const directory = opendir(behind(buffer, path));
  if (!directory) return -errno;
  for (struct dirent *entry; (entry = readdir(directory));) fill(entries, entry->d_name, NULL, 0, 0);
  closedir(directory);
  return 0;
}

static int get_size(const char *path, struct statvfs *size) {
  (void)path;
  return statvfs(folder, size) ? -errno : 0;
}

// The kernel caches names and attributes for a second, as with NFS.
static void *begin(struct fuse_conn_info *connection, struct fuse_config *settings) {
  connection->max_background = 256;
  settings->attr_timeout = settings->entry_timeout = settings->negative_timeout = stalls ? 0 : 1;
  settings->use_ino = 1;
  return NULL;
}

static const struct fuse_operations operations = {
    .getattr = get_status, .open = open_file, .read = read_file, .release = close_file,
    .readdir = list, .statfs = get_size, .init = begin,
};

int main(int count, char **words) {
  if (count != 5 && count != 6) return 2;
  stalls = count == 6 ? words[5] : NULL;
  snprintf(folder, sizeof folder, "%s", words[1]);
  microseconds = atol(words[3]);
  is_disk = strcmp(words[4], "disk") == 0;
  char *options[] = {words[0], words[2], "-f", "-o", "max_threads=128", NULL};
  return fuse_main(5, options, &operations, NULL);
}
