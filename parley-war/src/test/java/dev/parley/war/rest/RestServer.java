package dev.parley.war.rest;

import dev.parley.Parley;
import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.credential.CredentialDraft;
import dev.parley.credential.CredentialKind;
import dev.parley.credential.NamePattern;
import dev.parley.credential.Role;
import dev.parley.credential.Scope;
import dev.parley.engine.ParleyBuilder;
import dev.parley.id.Nickname;
import dev.parley.id.WorkspaceId;
import dev.parley.oauth.Authorizations;
import dev.parley.oauth.CodeProof;
import dev.parley.oauth.ConsentRequest;
import dev.parley.oauth.ConsentingPerson;
import dev.parley.oauth.TokenLifetimes;
import dev.parley.war.ParleyApplication;
import dev.parley.war.auth.Authenticator;
import dev.parley.war.auth.TokenPolicy;
import dev.parley.war.guard.GuardLimits;
import dev.parley.war.guard.LoopGuards;
import dev.parley.war.http.AccessAudit;
import dev.parley.war.login.Login;
import dev.parley.war.settings.Settings;
import dev.parley.war.wake.Desks;
import dev.parley.war.wake.WakeServices;
import dev.parley.war.wake.WakeTests;
import dev.parley.war.wire.Json;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.glassfish.jersey.servlet.ServletContainer;

/**
 * The resources on a port of loopback, over a Parley in memory; everybody who asks is one person.
 */
final class RestServer implements AutoCloseable {
  private final Parley parley;
  private final Connection person;
  private final Server server = new Server();
  private final HttpClient client = HttpClient.newHttpClient();
  private volatile boolean loggedIn = true;
  private final URI address;

  /** The desks, with guards as of a server without settings. */
  final Desks desks = new Desks(new LoopGuards(GuardLimits.DEFAULT));

  RestServer() throws Exception {
    this(ParleyBuilder.builder().inMemory());
  }

  RestServer(ParleyBuilder engine) throws Exception {
    this(engine, Map.of());
  }

  /** With settings of the deployment. */
  RestServer(ParleyBuilder engine, Map<String, String> settings) throws Exception {
    parley = engine.build();
    ServerConnector connector = new ServerConnector(server, 1, 1);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler("/here");
    context.setInitParameter("parley.bound-to-loopback", "true");
    settings.forEach((name, value) -> context.setInitParameter("parley." + name, value));
    new Authenticator(TokenPolicy.of(Settings.of(context.getServletContext())), parley::credentials)
        .publish(context.getServletContext());
    new AccessAudit(() -> Optional.of(parley.audit())).publish(context.getServletContext());
    Web web =
        new Web(
            context.getServletContext(),
            () -> parley,
            () -> Optional.of(parley),
            new SessionCounts(counted -> 0, counted -> 0),
            new WakeServices(desks, new WakeTests()));
    web.publish(context.getServletContext());
    Login login =
        web.logins()
            .begin(
                Optional.empty(),
                "127.0.0.1",
                Optional.empty(),
                Nickname.of("ann"),
                Optional.empty())
            .orElseThrow()
            .login();
    person = login.connection();
    Filter filter =
        (request, response, chain) -> {
          if (loggedIn) {
            login.attendTo((HttpServletRequest) request);
          }
          chain.doFilter(request, response);
        };
    context.addFilter(new FilterHolder(filter), "/*", EnumSet.of(DispatcherType.REQUEST));
    ServletHolder rest = new ServletHolder("rest", ServletContainer.class);
    rest.setInitParameter("jakarta.ws.rs.Application", ParleyApplication.class.getName());
    rest.setAsyncSupported(true);
    context.addServlet(rest, "/*");
    server.setHandler(context);
    server.start();
    address = URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/here");
  }

  /** The person's own connection. */
  Connection person() {
    return person;
  }

  /** Somebody else's. */
  Connection agent(String name) {
    return parley.connect(ConnectOptions.of(name));
  }

  /** Lets the person allow a client something; returns the id of the credential. */
  String consent() {
    String address = "http://127.0.0.1/";
    Authorizations clients = parley.authorizations();
    String client = clients.clients().register("Probe", List.of(address)).id();
    Set<Scope> scopes = EnumSet.of(Scope.ROOMS_READ);
    ConsentingPerson ann = new ConsentingPerson("ann", "ann");
    String ticket =
        clients.ask(
            new ConsentRequest(client, "Probe", address, Optional.empty(), scopes, "c", address),
            ann);
    CredentialDraft allowed =
        CredentialDraft.of(
            CredentialKind.AGENT,
            Role.MEMBER,
            WorkspaceId.DEFAULT,
            new NamePattern("ann.probe"),
            "Probe");
    CodeProof proof = new CodeProof(client, address, "c", Optional.empty());
    return clients
        .allow(ticket, ann, allowed)
        .flatMap(code -> clients.exchange(code, proof, TokenLifetimes.DEFAULT))
        .orElseThrow()
        .credential()
        .id()
        .value();
  }

  void logOut() {
    loggedIn = false;
  }

  Answered get(String path) {
    return ask("GET", path, BodyPublishers.noBody());
  }

  Answered send(String method, String path, Map<String, ?> fields) {
    return ask(method, path, BodyPublishers.ofByteArray(Json.bytes(fields)));
  }

  Answered send(String method, String path, String body) {
    return ask(method, path, BodyPublishers.ofString(body));
  }

  /** With one more header. */
  Answered send(String method, String path, Map<String, ?> fields, String header, String value) {
    return ask(
        HttpRequest.newBuilder(URI.create(address + path))
            .method(method, BodyPublishers.ofByteArray(Json.bytes(fields)))
            .header(header, value));
  }

  Answered ask(String method, String path, BodyPublisher body) {
    return ask(HttpRequest.newBuilder(URI.create(address + path)).method(method, body));
  }

  private Answered ask(HttpRequest.Builder asked) {
    HttpRequest request = asked.header("Content-Type", "application/json").build();
    try {
      HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
      return new Answered(response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    parley.close();
  }
}
