#define _GNU_SOURCE
#include "sqlite_shims.h"

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

// A file of the plain VFS, with one mapping of all of it.
//
// SQLite maps at most 2 GB of a file (SQLITE_MAX_MMAP_SIZE) and reads the rest page by page with system calls.
// It also drops its mapping when another connection has changed the file, and must then fault every page in again.
struct mapping {
    const sqlite3_io_methods *plain;
    // The same methods, except those of pages in memory.
    sqlite3_io_methods methods;
    unsigned char *bytes;
    sqlite3_int64 size;
    // How many pages SQLite holds; while it holds one, the mapping must not move.
    int lent;
    // Where the interior page of a table's tree that was fetched last is, or 0; how many leaves were fetched since,
    // and the index of the last one among its children, or -1.
    sqlite3_int64 parent;
    int leaves;
    int child;
};

static sqlite3_vfs *plain_vfs;
static sqlite3_vfs mapping_vfs;

// SQLite allocates `szOsFile` bytes for a file: first what the plain VFS needs, then the mapping.
static int mapping_offset(void) { return (plain_vfs->szOsFile + 15) & ~15; }

static struct mapping *mapping_of(sqlite3_file *file) {
    return (struct mapping *)((char *)file + mapping_offset());
}

static sqlite3_int64 file_size(sqlite3_file *file) {
    sqlite3_int64 size = 0;
    return mapping_of(file)->plain->xFileSize(file, &size) == SQLITE_OK ? size : 0;
}

static void unmap(struct mapping *mapping) {
    if (mapping->bytes != NULL) munmap(mapping->bytes, (size_t)mapping->size);
    mapping->bytes = NULL;
    mapping->size = mapping->parent = 0;
}

// Maps what the file has now. Without address space for it, the mapping stays as it is.
static void grow(sqlite3_file *file, struct mapping *mapping) {
    sqlite3_int64 size = file_size(file);
    if (size <= mapping->size) return;
    void *bytes = MAP_FAILED;
    if (mapping->bytes != NULL) {
        bytes = mremap(mapping->bytes, (size_t)mapping->size, (size_t)size, MREMAP_MAYMOVE);
    } else {
        // Only the plain VFS knows the descriptor, and another one must not be opened: closing it would release
        // all locks of this process on the file. With an old size of 0, mremap maps the same file once more.
        void *first = NULL;
        if (mapping->plain->xFetch(file, 0, 1, &first) != SQLITE_OK || first == NULL) return;
        bytes = mremap(first, 0, (size_t)size, MREMAP_MAYMOVE);
        mapping->plain->xUnfetch(file, 0, first);
    }
    if (bytes == MAP_FAILED) return;
    mapping->bytes = bytes;
    mapping->size = size;
}

// Pages of tables, see "B-tree Pages" in https://www.sqlite.org/fileformat.html.
enum { interior_page = 5, leaf_page = 13, interior_header = 12 };

enum { long_walk = 8, cache_line = 64, most_lines = 32 };

static uint32_t big_endian(const unsigned char *bytes, int count) {
    uint32_t value = 0;
    for (int i = 0; i < count; i++) value = value << 8 | bytes[i];
    return value;
}

// The number of a child of a page of a table's tree; 0 if there is none.
static uint32_t child_of(const unsigned char *page, int size, int index) {
    int cells = (int)big_endian(page + 3, 2);
    if (index == cells) return big_endian(page + 8, 4);
    if (index > cells || interior_header + 2 * index + 2 > size) return 0;
    int cell = (int)big_endian(page + interior_header + 2 * index, 2);
    return cell + 4 <= size ? big_endian(page + cell, 4) : 0;
}

// If the rows of a table are read in order, asks the processor to load the next page while SQLite reads this one.
//
// Pages that follow each other in a table can be anywhere in the file, so a walk over many mostly waits for memory.
// A page that another transaction has changed since then only makes the guess useless.
static void load_next(struct mapping *mapping, sqlite3_int64 offset, int size) {
    const unsigned char *page = mapping->bytes + offset;
    if (page[0] == interior_page) {
        mapping->parent = offset;
        mapping->leaves = 0;
        mapping->child = -1;
        return;
    }
    // A short walk is not worth the search among hundreds of children.
    if (page[0] != leaf_page || mapping->parent == 0 || mapping->leaves++ < long_walk) return;
    const unsigned char *parent = mapping->bytes + mapping->parent;
    uint32_t number = (uint32_t)(offset / size) + 1;
    int child = mapping->child + 1;
    while (child_of(parent, size, child) != number) {
        // The first time, it can be any child.
        if (mapping->child >= 0 || child_of(parent, size, child) == 0) return;
        child += 1;
    }
    mapping->child = child;
    sqlite3_int64 next = ((sqlite3_int64)child_of(parent, size, child + 1) - 1) * size;
    if (next < 0 || next + size > mapping->size) return;
    for (int line = 0; line < most_lines && line * cache_line < size; line++)
        __builtin_prefetch(mapping->bytes + next + line * cache_line);
}

// SQLite may read a few bytes beyond a damaged page. So its own VFS does not map the last page either.
enum { margin = 256 };

static int fetch(sqlite3_file *file, sqlite3_int64 offset, int count, void **page) {
    struct mapping *mapping = mapping_of(file);
    sqlite3_int64 end = offset + count + margin;
    if (end > mapping->size && mapping->lent == 0) grow(file, mapping);
    if (end > mapping->size) return mapping->plain->xFetch(file, offset, count, page);
    *page = mapping->bytes + offset;
    load_next(mapping, offset, count);
    mapping->lent += 1;
    return SQLITE_OK;
}

// Without a page, SQLite says that the file was changed, and perhaps truncated.
static int unfetch(sqlite3_file *file, sqlite3_int64 offset, void *page) {
    struct mapping *mapping = mapping_of(file);
    unsigned char *address = page;
    if (address == NULL) {
        if (mapping->lent == 0 && file_size(file) < mapping->size) unmap(mapping);
    } else if (mapping->bytes != NULL && address >= mapping->bytes && address < mapping->bytes + mapping->size) {
        mapping->lent -= 1;
        return SQLITE_OK;
    }
    return mapping->plain->xUnfetch(file, offset, page);
}

static int close_mapped(sqlite3_file *file) {
    unmap(mapping_of(file));
    file->pMethods = mapping_of(file)->plain;
    return file->pMethods->xClose(file);
}

static int open_mapped(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *granted) {
    (void)vfs;
    int code = plain_vfs->xOpen(plain_vfs, name, file, flags, granted);
    // A method table of version 3 has pages in memory.
    if (code != SQLITE_OK || !(flags & SQLITE_OPEN_MAIN_DB) || file->pMethods->iVersion < 3) return code;
    struct mapping *mapping = mapping_of(file);
    *mapping = (struct mapping){.plain = file->pMethods, .methods = *file->pMethods};
    mapping->methods.xFetch = fetch;
    mapping->methods.xUnfetch = unfetch;
    mapping->methods.xClose = close_mapped;
    file->pMethods = &mapping->methods;
    return SQLITE_OK;
}

const char *photo_sqlite_mapping_vfs(void) {
    plain_vfs = sqlite3_vfs_find(NULL);
    if (plain_vfs == NULL) return NULL;
    mapping_vfs = *plain_vfs;
    mapping_vfs.zName = "geoindex";
    mapping_vfs.szOsFile = mapping_offset() + (int)sizeof(struct mapping);
    mapping_vfs.xOpen = open_mapped;
    return sqlite3_vfs_register(&mapping_vfs, 0) == SQLITE_OK ? mapping_vfs.zName : NULL;
}
