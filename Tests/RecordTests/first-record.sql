
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE SCHEMA geoindex;

CREATE FUNCTION geoindex.readable(bytes bytea) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    AS $$
BEGIN
  RETURN convert_from(bytes, 'UTF8');
EXCEPTION WHEN others THEN
  RETURN encode(bytes, 'escape');
END $$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE geoindex.batch (
    revision bigint NOT NULL,
    id bigint NOT NULL,
    machine bytea NOT NULL,
    committed timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE geoindex.camera (
    id bigint NOT NULL,
    make bytea,
    model bytea,
    lens bytea,
    software bytea
);

CREATE TABLE geoindex.change (
    revision bigint NOT NULL,
    relation smallint NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL
);

CREATE TABLE geoindex.departed (
    id bigint NOT NULL,
    photo bigint,
    fingerprint bigint,
    size bigint,
    inode bigint,
    latitude bigint,
    longitude bigint,
    altitude double precision,
    direction double precision,
    accuracy double precision,
    source bigint
);

CREATE TABLE geoindex.directory (
    id bigint NOT NULL,
    root bigint,
    path bytea,
    listed_in_scan bigint,
    file_system bigint
);

CREATE TABLE geoindex.file_system (
    id bigint NOT NULL,
    identity bytea,
    mounted bytea,
    name bytea
);

CREATE TABLE geoindex.head (
    is_head boolean DEFAULT true NOT NULL,
    revision bigint NOT NULL,
    history bigint NOT NULL,
    format bigint NOT NULL,
    CONSTRAINT head_is_head_check CHECK (is_head)
);

CREATE TABLE geoindex.lease (
    machine bytea NOT NULL,
    root bytea NOT NULL,
    holder bigint NOT NULL,
    expires timestamp with time zone NOT NULL
);

CREATE TABLE geoindex.locality (
    id bigint NOT NULL,
    country_code bytea,
    country bytea,
    region_code bytea,
    region bytea,
    place_id bigint,
    place bytea,
    time_zone bytea,
    latitude bigint,
    longitude bigint
);

CREATE TABLE geoindex.migration (
    name text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE geoindex.photo (
    id bigint NOT NULL,
    directory bigint,
    name bytea,
    size bigint,
    modified bigint,
    inode bigint,
    fingerprint bigint,
    reason bigint,
    detail bytea,
    latitude bigint,
    longitude bigint,
    altitude double precision,
    direction double precision,
    accuracy double precision,
    source bigint,
    local_time bigint,
    utc_offset bigint,
    instant bigint,
    time_source bigint,
    format bigint,
    width bigint,
    height bigint,
    orientation bigint,
    camera bigint,
    thumbnail_offset bigint,
    thumbnail_size bigint,
    remarks bytea,
    companions bigint,
    changed bigint,
    imported bigint,
    locality bigint
);

CREATE TABLE geoindex.root (
    id bigint NOT NULL,
    path bytea,
    scanned bigint,
    added_since bigint,
    machine bytea NOT NULL
);

CREATE VIEW geoindex.photos AS
 SELECT photo.id,
    geoindex.readable(root.machine) AS machine,
    geoindex.readable(root.path) AS root,
    geoindex.readable(
        CASE
            WHEN (directory.path = '\x'::bytea) THEN photo.name
            ELSE ((directory.path || '\x2f'::bytea) || photo.name)
        END) AS path,
    photo.size,
    ((photo.longitude)::numeric / '10000000'::numeric) AS longitude,
    ((photo.latitude)::numeric / '10000000'::numeric) AS latitude,
    photo.altitude,
    photo.direction,
    photo.accuracy,
        CASE
            WHEN (abs(photo.instant) < ('8640000000000000'::bigint / 1000)) THEN to_timestamp((((photo.instant)::numeric / 1000.0))::double precision)
            ELSE NULL::timestamp with time zone
        END AS taken_at,
        CASE
            WHEN (abs(photo.local_time) < ('8640000000000000'::bigint / 1000)) THEN (to_timestamp((((photo.local_time)::numeric / 1000.0))::double precision) AT TIME ZONE 'UTC'::text)
            ELSE NULL::timestamp without time zone
        END AS taken_at_local,
    photo.width,
    photo.height,
    geoindex.readable(camera.make) AS camera_make,
    geoindex.readable(camera.model) AS camera_model,
    geoindex.readable(camera.lens) AS lens,
    geoindex.readable(locality.country_code) AS country_code,
    geoindex.readable(locality.country) AS country,
    geoindex.readable(locality.region) AS region,
    geoindex.readable(locality.place) AS place
   FROM ((((geoindex.photo
     JOIN geoindex.directory ON ((directory.id = photo.directory)))
     JOIN geoindex.root ON ((root.id = directory.root)))
     LEFT JOIN geoindex.camera ON ((camera.id = photo.camera)))
     LEFT JOIN geoindex.locality ON ((locality.id = photo.locality)));

COMMENT ON VIEW geoindex.photos IS 'The photos of all machines. Those without a position have no longitude and latitude.';

COMMENT ON COLUMN geoindex.photos.machine IS 'The machine that has scanned the folder.';

COMMENT ON COLUMN geoindex.photos.root IS 'The folder that was scanned.';

COMMENT ON COLUMN geoindex.photos.path IS 'The path of the file below its folder; bytes that are not UTF-8 are escaped.';

COMMENT ON COLUMN geoindex.photos.altitude IS 'Metres above sea level.';

COMMENT ON COLUMN geoindex.photos.direction IS 'Degrees clockwise from true north.';

COMMENT ON COLUMN geoindex.photos.accuracy IS 'Metres.';

COMMENT ON COLUMN geoindex.photos.taken_at_local IS 'What the clock of the camera showed.';

CREATE TABLE geoindex.root_option (
    id bigint NOT NULL,
    root bigint,
    name bytea,
    value bytea
);

CREATE TABLE geoindex.state (
    key text NOT NULL,
    value bigint NOT NULL
);

CREATE TABLE geoindex.track (
    id bigint NOT NULL,
    directory bigint,
    name bytea,
    size bigint,
    modified bigint,
    inode bigint,
    changed bigint,
    kind bytea,
    reason bytea,
    count bigint,
    first bigint,
    last bigint,
    west bigint,
    south bigint,
    east bigint,
    north bigint
);

CREATE TABLE geoindex.track_chunk (
    id bigint NOT NULL,
    track bigint,
    level bigint,
    cell bigint,
    west bigint,
    south bigint,
    east bigint,
    north bigint,
    first bigint,
    last bigint,
    count bigint,
    repeats bigint,
    fixes bytea
);

INSERT INTO geoindex.batch VALUES (1, 2107703383335407220, '\x6f6e65', '2026-11-25 07:17:34.747972+00');
INSERT INTO geoindex.batch VALUES (2, 2341097078331344779, '\x6f6e65', '2026-11-25 07:17:34.750545+00');
INSERT INTO geoindex.batch VALUES (3, 2503657305275428649, '\x6f6e65', '2026-11-25 07:17:34.760035+00');
INSERT INTO geoindex.batch VALUES (4, 2997599014407742871, '\x6f6e65', '2026-11-25 07:17:34.78652+00');
INSERT INTO geoindex.batch VALUES (5, 65087029087515533, '\x6f6e65', '2026-11-25 07:17:34.814233+00');
INSERT INTO geoindex.batch VALUES (6, 264675527068028003, '\x6f6e65', '2026-11-25 07:17:34.830138+00');
INSERT INTO geoindex.batch VALUES (7, 836793362298392644, '\x6f6e65', '2026-11-25 07:17:34.83229+00');

INSERT INTO geoindex.camera VALUES (1, '\x4173746572', '\x41737465722050686f6e652035', '\x41737465722050686f6e652035206d61696e2063616d657261', NULL);

INSERT INTO geoindex.change VALUES (3, 0, 1, 1);
INSERT INTO geoindex.change VALUES (4, 2, 1, 1);
INSERT INTO geoindex.change VALUES (4, 3, 1, 1);
INSERT INTO geoindex.change VALUES (5, 4, 1, 1);
INSERT INTO geoindex.change VALUES (5, 5, 1, 2);
INSERT INTO geoindex.change VALUES (5, 6, 1, 2);
INSERT INTO geoindex.change VALUES (6, 0, 1, 1);
INSERT INTO geoindex.change VALUES (6, 1, 1, 3);

INSERT INTO geoindex.directory VALUES (1, 1, '\x', 1, 1);

INSERT INTO geoindex.file_system VALUES (1, '\x6578743a64393132633032343136383534613964', '\x2f776f726b2f2e622f746d702d7069637475726573', '\x2f6465762f76646120286578743429');

INSERT INTO geoindex.head VALUES (true, 7, 4, 10);

INSERT INTO geoindex.locality VALUES (1, '\x4652', '\x4672616e6365', '\x46522e3131', '\xc38e6c652d64652d4672616e636520526567696f6e', 2988507, '\x5061726973', '\x4575726f70652f5061726973', 488534241, 23487854);
INSERT INTO geoindex.locality VALUES (2, '\x4a50', '\x4a6170616e', '\x4a502e3436', '\x59616d616e61736869', 10629856, '\x46756a69796f7368696461', '\x417369612f546f6b796f', 354403076, 1387958679);

INSERT INTO geoindex.migration VALUES ('first tables', '2026-11-25 07:17:34.652003+00');
INSERT INTO geoindex.migration VALUES ('view of photos', '2026-11-25 07:17:34.652003+00');

INSERT INTO geoindex.photo VALUES (1, 1, '\x65696666656c2e6a7067', 39866, 1795591054532815690, 5513517, -8700431612771246842, NULL, NULL, 488568000, 22916000, 36, 52, 4.1, 1, 1687037048000, 120, 1687029848000, 1, 1, 768, 1024, 1, 1, 902, 3004, NULL, NULL, 1795591054532815690, NULL, 1);
INSERT INTO geoindex.photo VALUES (2, 1, '\x66756a692e6a7067', 40335, 1795591054536324176, 5513518, 5114829021353119960, NULL, NULL, 355013000, 1388014000, 870, 211, 4.4, 1, 1712988174000, 540, 1712955774000, 1, 1, 1024, 683, 1, 1, 908, 3195, NULL, NULL, 1795591054536324176, NULL, 2);

INSERT INTO geoindex.root VALUES (1, '\x2f7372762f70686f746f73', 1, NULL, '\x6f6e65');

INSERT INTO geoindex.root_option VALUES (1, 1, '\x6c6173742d7363616e2d656e64', '\x31373935353931303534');
INSERT INTO geoindex.root_option VALUES (2, 1, '\x6c6173742d7363616e2d6578636c756465642d66696c6573', '\x30');
INSERT INTO geoindex.root_option VALUES (3, 1, '\x6c6173742d7363616e2d6578636c756465642d666f6c64657273', '\x30');

INSERT INTO geoindex.state VALUES ('next_track', 1);
INSERT INTO geoindex.state VALUES ('places', 368779335585141043);
INSERT INTO geoindex.state VALUES ('next_scan', 2);
INSERT INTO geoindex.state VALUES ('next_photo', 3);
INSERT INTO geoindex.state VALUES ('last_scan_end', 1795591054);

ALTER TABLE ONLY geoindex.batch
    ADD CONSTRAINT batch_pkey PRIMARY KEY (revision);

ALTER TABLE ONLY geoindex.camera
    ADD CONSTRAINT camera_pkey PRIMARY KEY (id);

ALTER TABLE ONLY geoindex.departed
    ADD CONSTRAINT departed_pkey PRIMARY KEY (id);

ALTER TABLE ONLY geoindex.directory
    ADD CONSTRAINT directory_pkey PRIMARY KEY (id);

ALTER TABLE ONLY geoindex.file_system
    ADD CONSTRAINT file_system_pkey PRIMARY KEY (id);

ALTER TABLE ONLY geoindex.head
    ADD CONSTRAINT head_pkey PRIMARY KEY (is_head);

ALTER TABLE ONLY geoindex.lease
    ADD CONSTRAINT lease_pkey PRIMARY KEY (machine, root);

ALTER TABLE ONLY geoindex.locality
    ADD CONSTRAINT locality_pkey PRIMARY KEY (id);

ALTER TABLE ONLY geoindex.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY geoindex.photo
    ADD CONSTRAINT photo_pkey PRIMARY KEY (id);

ALTER TABLE ONLY geoindex.root_option
    ADD CONSTRAINT root_option_pkey PRIMARY KEY (id);

ALTER TABLE ONLY geoindex.root
    ADD CONSTRAINT root_pkey PRIMARY KEY (id);

ALTER TABLE ONLY geoindex.state
    ADD CONSTRAINT state_pkey PRIMARY KEY (key);

ALTER TABLE ONLY geoindex.track_chunk
    ADD CONSTRAINT track_chunk_pkey PRIMARY KEY (id);

ALTER TABLE ONLY geoindex.track
    ADD CONSTRAINT track_pkey PRIMARY KEY (id);

CREATE INDEX change_by_revision ON geoindex.change USING btree (revision);

