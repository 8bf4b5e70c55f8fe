package dev.parley.war.rest;

import java.util.Set;

/** Everything that is served below {@code /api}. */
public final class WebResources {
  private WebResources() {}

  /** The classes, for JAX-RS. */
  public static Set<Class<?>> all() {
    return Set.of(
        AgentsResource.class,
        ArtifactsResource.class,
        AuditResource.class,
        BackupResource.class,
        CompletionResource.class,
        ConsentsResource.class,
        CredentialsResource.class,
        HookResource.class,
        IssuerLoginResource.class,
        LoginResource.class,
        MemoryResource.class,
        OpenApiResource.class,
        PermissionsResource.class,
        PersonasResource.class,
        ReviewsResource.class,
        RoomMessagesResource.class,
        RoomsResource.class,
        SearchResource.class,
        MembershipResource.class,
        SessionEventsResource.class,
        SessionMessagesResource.class,
        SessionsResource.class,
        PageHealthResource.class,
        TasksResource.class,
        TeamResource.class,
        WakeTestResource.class,
        WaitingResource.class,
        WorkspacesResource.class,
        ThreadResource.class);
  }
}
