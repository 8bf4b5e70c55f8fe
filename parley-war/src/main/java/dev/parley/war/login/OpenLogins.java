package dev.parley.war.login;

import dev.parley.Parley;
import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.id.Nickname;
import dev.parley.id.WorkspaceId;
import dev.parley.problem.LimitReached;
import dev.parley.problem.ParleyException;
import dev.parley.war.grant.Grant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The logins that are in use, by their ids. A login is in one workspace for all of its life: in
 * another one, another login takes its place. For any thread.
 */
final class OpenLogins {
  private static final int MAX_COUNT = 1_000;

  private final Supplier<Parley> parley;
  private final Function<WorkspaceId, Connection> observers;
  private final People people;
  private final Map<String, Login> logins = new ConcurrentHashMap<>();

  /**
   * Logins of nobody yet.
   *
   * @param observers returns a connection that sees every room of a workspace
   * @param people takes the names people come under
   */
  OpenLogins(Supplier<Parley> parley, Function<WorkspaceId, Connection> observers, People people) {
    this.parley = parley;
    this.observers = observers;
    this.people = people;
  }

  /**
   * Returns the login of an id with the rights it has now. The later choice of a workspace counts,
   * so a request with an earlier cookie is of the workspace the person is in.
   *
   * @throws ParleyException {@code limit_reached}
   */
  Login get(String id, Nickname name, Grant grant, WorkspaceChoice choice) {
    while (true) {
      Login known = logins.get(id);
      if (known != null && !choice.isLaterThan(known.choice())) {
        known.grant(grant);
        return known;
      }
      if (known == null && logins.size() >= MAX_COUNT) {
        throw new ParleyException(new LimitReached("people at the page", MAX_COUNT));
      }
      Login begun = new Login(name, grant, choice, parley, observers);
      if (replace(id, known, begun)) {
        return begun;
      }
    }
  }

  /**
   * Takes a login to another workspace. The person leaves the earlier one, event streams end, and
   * requests in progress end where they began.
   *
   * @param said the login as its cookie has it
   * @return the choice, later than all before
   * @throws ParleyException {@code limit_reached}, {@code unavailable}; then nothing has changed
   */
  WorkspaceChoice move(LoginCookie said, Grant grant, WorkspaceId to) {
    while (true) {
      Login known = logins.get(said.id());
      WorkspaceChoice last =
          known != null && known.choice().isLaterThan(said.choice())
              ? known.choice()
              : said.choice();
      WorkspaceChoice choice = last.then(to, System.currentTimeMillis());
      Login next = new Login(said.name(), grant, choice, parley, observers);
      Connection unused = next.connection(); // refused before anything changes
      if (replace(said.id(), known, next)) {
        return choice;
      }
    }
  }

  /** Puts a login in place of another, and ends that; where a third is there now, ends this one. */
  private boolean replace(String id, @Nullable Login known, Login next) {
    boolean isDone =
        known == null ? logins.putIfAbsent(id, next) == null : logins.replace(id, known, next);
    if (!isDone) {
      next.close();
      return false;
    }
    people.note(next.workspace(), new AgentId(next.name().value()));
    if (known != null) {
      known.close();
    }
    return true;
  }

  /** Ends a login. */
  void end(String id) {
    Login ended = logins.remove(id);
    if (ended != null) {
      ended.close();
    }
  }

  /** Ends some. */
  void endIf(Predicate<Login> isEnded) {
    logins
        .values()
        .removeIf(
            login -> {
              boolean ends = isEnded.test(login);
              if (ends) {
                login.close();
              }
              return ends;
            });
  }

  /** Ends all. */
  void close() {
    endIf(login -> true);
  }
}
