// System calls that the C library, or Swift's module of it, has no name for.
#ifndef PHOTO_FILE_SHIMS_H
#define PHOTO_FILE_SHIMS_H

// openat2 has no wrapper, and syscall is variadic. Opens for reading without leaving `directory`,
// neither by "..", nor by an absolute path, nor by a symbolic link. -1 and errno on failure.
int photo_open_beneath(int directory, const char *path);

// The Glibc module leaves out statfs. The kind of file system a path lies on, as linux/magic.h has it;
// 0 where that cannot be found out.
unsigned long photo_file_system(const char *path);

#endif
