package dev.parley.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.agent.ConnectOptions;
import dev.parley.agent.Connection;
import dev.parley.id.AgentId;
import dev.parley.id.Nickname;
import dev.parley.id.RoomName;
import org.junit.jupiter.api.Test;

/** Nobody is in a room under the name of an agent that it is not. */
@OnStores
class NamesOfOthersTest extends OpenRooms {
  private static final RoomName DESK = RoomName.of("desk");

  @Test
  void join_asTheNameOfAnAgentThatIsElsewhere_getsANumber() {
    Connection alice = connect("alice");
    Connection bob = connect("bob");
    assertThat(join(bob, "alice")).isEqualTo("alice-2");
    assertThat(join(bob, "Alice")).isEqualTo("Alice-2");
    assertThat(join(bob, "ALICE")).isEqualTo("ALICE-2");
    assertThat(join(alice, "alice")).isEqualTo("alice");
    assertThat(join(bob, "bob")).isEqualTo("bob");
  }

  @Test
  void number_isNoNameOfAnotherEither() {
    connect("alice");
    connect("alice-2");
    connect("alice-4");
    assertThat(join(connect("bob"), "alice")).isEqualTo("alice-3");
    assertThat(join(connect("carol"), "alice")).isEqualTo("alice-5");
  }

  @Test
  void join_asItsOwnName_isGranted_whateverOthersAreCalled() {
    connect("Alice");
    Connection alice = connect("alice");
    assertThat(join(alice, "alice")).isEqualTo("alice");
    assertThat(join(alice, "Alice")).isEqualTo("Alice-2");
    assertThat(join(connect("alice"), "alice")).isEqualTo("alice");
  }

  @Test
  void join_asANameThatANicknameCannotSpell_getsANumber() {
    connect("alice.fe");
    assertThat(join(connect("bob"), "alice-fe")).isEqualTo("alice-fe-2");
    connect("x".repeat(40));
    assertThat(join(connect("carol"), "x".repeat(32))).isEqualTo("x".repeat(30) + "-2");
  }

  @Test
  void join_asAPersonOrASubAgent_getsANumber() {
    parley().connect(ConnectOptions.of("wanda").in(workspace()).asPerson());
    Connection bob = connect("bob");
    assertThat(join(bob, "wanda")).isEqualTo("wanda-2");
    bob.as(new AgentId("helper"));
    assertThat(join(bob, "helper")).isEqualTo("helper-2");
  }

  @Test
  void name_ofAnAgentThatHasGone_orIsInAnotherWorkspace_isFree() {
    connect("alice").close();
    parley().connect(ConnectOptions.of("carol"));
    Connection bob = connect("bob");
    assertThat(join(bob, "alice")).isEqualTo("alice");
    assertThat(join(bob, "carol")).isEqualTo("carol");
  }

  @Test
  void member_keepsItsNickname_whenAnAgentOfThatNameComes() {
    Connection bob = connect("bob");
    assertThat(join(bob, "zoe")).isEqualTo("zoe");
    Connection zoe = connect("zoe");
    assertThat(bob.rooms().join(DESK).nickname()).isEqualTo(Nickname.of("zoe"));
    assertThat(join(bob, "zoe")).isEqualTo("zoe");
    assertThat(join(zoe, "zoe")).isEqualTo("zoe-2");
    assertThat(join(bob, "bobby")).isEqualTo("bobby");
    assertThat(join(bob, "zoe")).isEqualTo("zoe-3");
  }

  private static String join(Connection connection, String wish) {
    return connection.rooms().join(DESK, Nickname.of(wish)).nickname().value();
  }
}
