-- Run once, when the volume of PostgreSQL is new. The web application's own database is made by
-- the image (POSTGRES_DB); the marketplace shares the server but not the database.
CREATE DATABASE marketplace;
