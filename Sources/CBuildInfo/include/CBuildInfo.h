#pragma once

/// The commit that the program was built from; "unknown" unless GEOINDEX_COMMIT was set for the build.
const char *photo_build_commit(void);
