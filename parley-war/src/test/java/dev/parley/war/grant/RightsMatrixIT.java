package dev.parley.war.grant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.credential.Role;
import dev.parley.credential.Scope;
import dev.parley.war.rest.PageClient;
import dev.parley.war.testing.CredentialMaker;
import dev.parley.war.testing.RawMcp;
import dev.parley.war.testing.RunningServer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Every tool and every operation, asked for by holders of credentials of every kind, role and
 * scope: a running server admits and refuses exactly what the table of rights says.
 */
class RightsMatrixIT {
  /** Arguments that no tool takes: an admitted call is refused for them, and changes nothing. */
  private static final Object[] NO_ARGUMENTS = {
    "no_such_argument", 1, "block_ms", "none", "timeout_ms", "none"
  };

  private static RunningServer server;
  private static CredentialMaker maker;

  @BeforeAll
  static void startServer() throws Exception {
    server = RunningServer.start("--rate-limit", "off");
    maker = CredentialMaker.of(server);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  /** A holder of a credential: its kind, its role, and its scopes. */
  private record Holder(String kind, Role role, Set<Scope> scopes) {
    String token() throws Exception {
      return maker.token(
          kind, role.wireName(), "default", "*", scopes.stream().map(Scope::wireName).toList());
    }

    boolean meets(Requirement needed) {
      Set<Scope> all = Scope.withIncluded(scopes);
      return role.covers(needed.role())
          && (needed.scopes().isEmpty() || needed.scopes().stream().anyMatch(all::contains));
    }
  }

  /** Each kind and role with each one of its scopes, and with all of them. */
  private static List<Holder> holders(List<String> kinds, Set<Scope> always) {
    List<Holder> all = new ArrayList<>();
    for (String kind : kinds) {
      for (Role role : Role.values()) {
        for (Scope scope : role.scopes()) {
          EnumSet<Scope> scopes = EnumSet.of(scope);
          scopes.addAll(always);
          all.add(new Holder(kind, role, scopes));
        }
        all.add(new Holder(kind, role, role.scopes()));
      }
    }
    return all;
  }

  private static final class Count {
    int admitted;
    int refused;
    final List<String> wrong = new ArrayList<>();

    void note(String call, Holder holder, boolean isAdmitted, boolean mayBe) {
      if (isAdmitted) {
        admitted++;
      } else {
        refused++;
      }
      if (isAdmitted != mayBe) {
        wrong.add(call + (isAdmitted ? " admitted " : " refused ") + holder);
      }
    }
  }

  @Test
  void tools_admitWhatTheTableSays() throws Exception {
    Count count = new Count();
    for (Holder holder : holders(List.of("agent", "person", "admin"), Set.of())) {
      try (RawMcp client =
          RawMcp.at(server.mcp()).header("Authorization", "Bearer " + holder.token()).begin()) {
        for (String tool : new TreeSet<>(Rights.tools())) {
          JsonNode answer = client.tool(tool, NO_ARGUMENTS).fields();
          boolean isAdmitted = !answer.path("code").asString("").equals("permission_denied");
          count.note(tool, holder, isAdmitted, holder.meets(Rights.tool(tool)));
        }
      }
    }
    print("tools", Rights.tools().size(), count);
    assertThat(count.wrong).isEmpty();
    assertThat(count.admitted).isPositive();
    assertThat(count.refused).isPositive();
  }

  @Test
  void operations_admitWhatTheTableSays() throws Exception {
    Count count = new Count();
    Map<String, Requirement> operations = new LinkedHashMap<>(Rights.listedOperations());
    operations.remove("POST /api/logout"); // it would end the login of the others
    operations.remove("POST /api/login");
    operations.remove("POST /api/backup"); // it needs all workspaces: BackupIT
    for (Holder holder : holders(List.of("person", "admin"), Set.of(Scope.WATCH))) {
      String name = "p" + Integer.toHexString(holder.hashCode()).toLowerCase(Locale.ROOT);
      PageClient person =
          PageClient.loggedIn(server.base(), Map.of("token", holder.token(), "name", name));
      operations.forEach(
          (operation, needed) -> {
            String[] asked = operation.replaceAll("\\{[a-z]+}", "none").split(" ", 2);
            boolean isAdmitted = person.status(asked[0], asked[1]) != 403;
            count.note(operation, holder, isAdmitted, holder.meets(needed));
          });
    }
    print("operations", operations.size(), count);
    assertThat(count.wrong).isEmpty();
    assertThat(count.admitted).isPositive();
    assertThat(count.refused).isPositive();
  }

  @Test
  void operations_withoutALogin_areRefused_butTheOpenOnes() throws Exception {
    var unused = maker.token("agent", "member", "default", "first"); // it closes the server
    PageClient stranger = PageClient.stranger(server.base());
    Rights.listedOperations()
        .forEach(
            (operation, needed) -> {
              String[] asked = operation.replaceAll("\\{[a-z]+}", "none").split(" ", 2);
              int status = stranger.status(asked[0], asked[1]);
              boolean isLogin = asked[1].equals("/api/login");
              assertThat(status == 401)
                  .as(operation)
                  .isEqualTo(isLogin || !needed.equals(Requirement.NONE));
            });
  }

  @Test
  void operation_thatIsNotListed_isRefusedToAnAdministratorToo() throws Exception {
    String token = maker.token("admin", "admin", "default", "ada");
    PageClient admin = PageClient.loggedIn(server.base(), Map.of("token", token));
    assertThat(admin.get("/api/none").status()).isEqualTo(404);
    assertThat(admin.get("/api/%63redentials").status()).isEqualTo(404);
    assertThat(admin.get("/api//credentials").status()).isIn(400, 404);
    PageClient.Answer refused = admin.send("POST", "/api/personas", Map.of());
    assertThat(refused.status()).isEqualTo(405);
    assertThat(refused.header("Allow")).isEqualTo("GET");
    assertThat(refused.json().path("code").asString()).isEqualTo("no_such_method");
  }

  @Test
  void programs_mayNotLogIn() throws Exception {
    for (String kind : List.of("agent", "node")) {
      String token = maker.token(kind, "member", "default", "*");
      assertThat(
              PageClient.stranger(server.base())
                  .send("POST", "/api/login", Map.of("token", token, "name", "ana"))
                  .status())
          .isEqualTo(403);
    }
  }

  private static void print(String what, int number, Count count) {
    System.out.printf(
        "rights: %d %s, %d calls admitted, %d refused, %d not as the table says%n",
        number, what, count.admitted, count.refused, count.wrong.size());
  }
}
