package dev.parley.examples.jakarta;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** The REST application at {@code /api}, with every resource of the WAR. */
@ApplicationPath("/api")
public class RestApplication extends Application {}
