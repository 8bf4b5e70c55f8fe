package dev.parley.examples.jakarta;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.engine.ParleyBuilder;
import dev.parley.id.SessionId;
import dev.parley.session.Session;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import javax.sql.DataSource;

/** A Parley over a data source of the server, and what the application does with it. */
// tag::producer[]
@ApplicationScoped
public class ParleyProducer {
  @Resource(lookup = "java:jboss/datasources/ParleyDS")
  @SuppressWarnings("NullAway.Init") // the server sets it
  DataSource source;

  /** A node beside {@code parley.war}, so it has a name of its own. */
  @Produces
  @ApplicationScoped
  Parley parley() {
    return ParleyBuilder.builder().node("application").database(source).build();
  }

  void close(@Disposes Parley parley) {
    parley.close();
  }

  /** The agent that the application is. */
  @Produces
  @ApplicationScoped
  Connection connection(Parley parley) {
    return parley.connect(ConnectOptions.of("application").asVerified());
  }

  void leave(@Disposes Connection connection) {
    connection.close();
  }

  @Produces
  @ApplicationScoped
  Session session(Connection connection) {
    return connection.sessions().start(new SessionId("orders"));
  }

  /** Opens the database at the deployment and not at the first request. */
  void open(@Observes @Initialized(ApplicationScoped.class) Object application, Session session) {
    var unused = session.tasks().counts();
  }
}
// end::producer[]
