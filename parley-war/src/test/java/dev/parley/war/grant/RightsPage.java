package dev.parley.war.grant;

import dev.parley.credential.Role;
import dev.parley.credential.Scope;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The page of the site that shows the table of rights. */
final class RightsPage {
  private final StringBuilder text = new StringBuilder();

  RightsPage() {
    text.append(
        """
        = Rights

        A call needs one of the scopes that its line names, and at the page the role, too. \
        A role has the rights of those before it: `viewer`, `member`, `lead`, `admin`. \
        A call that is not listed is refused.

        == Tools

        [cols="2,3"]
        |===
        |Tool |Scope

        """);
    for (String tool : new TreeSet<>(Rights.tools())) {
      text.append("|`").append(tool).append("` |").append(scopes(Rights.tool(tool))).append('\n');
    }
    text.append(
        """
        |===

        == Operations of the page

        A lead changes, assigns, releases and reopens the tasks of others, and answers their reviews, \
        through the operations of a member. \
        A permission request is answered with a credential only, also by a message `yes abcde` or \
        `no abcde`.

        A client with a credential of kind `agent` asks for permission with `rooms:write` or \
        `team:write`, unless it may administer.

        [cols="4,1,3"]
        |===
        |Operation |Role |Scope

        """);
    Map<String, Requirement> operations = new TreeMap<>();
    Rights.listedOperations()
        .forEach(
            (operation, needed) -> {
              String[] methodAndPath = operation.split(" ", 2);
              operations.put(methodAndPath[1] + " " + methodAndPath[0], needed);
            });
    operations.forEach(
        (pathAndMethod, needed) -> {
          String[] both = pathAndMethod.split(" ", 2);
          text.append("|`+").append(both[1]).append(' ').append(both[0]).append("+` |");
          text.append(role(needed)).append(" |").append(scopes(needed)).append('\n');
        });
    text.append("|===\n");
  }

  String text() {
    return text.toString();
  }

  private static String role(Requirement needed) {
    boolean anybody = needed.scopes().isEmpty();
    Role role = needed.role();
    return anybody ? "anybody" : "`" + role.wireName() + "`";
  }

  private static String scopes(Requirement needed) {
    return needed.scopes().isEmpty()
        ? "none"
        : needed.scopes().stream()
            .map(Scope::wireName)
            .map(name -> "`" + name + "`")
            .collect(Collectors.joining(" or "));
  }
}
