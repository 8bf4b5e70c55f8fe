package dev.parley.credential;

import static dev.parley.problem.Refusals.refusedField;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScopeTest {

  @Test
  void wireNames_areTheseWords() {
    assertThat(Scope.names(List.of(Scope.values())))
        .isEqualTo(
            "rooms:read, rooms:write, bus:read, bus:write, team:read, team:write, watch, admin");
  }

  @ParameterizedTest
  @EnumSource
  void of_aWireName_isItsScope(Scope scope) {
    assertThat(Scope.of(scope.wireName())).isEqualTo(scope);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "ROOMS_READ", "rooms", "rooms:read ", "root"})
  void of_anotherWord_isRefused(String word) {
    assertThat(refusedField(() -> Scope.of(word))).isEqualTo("scopes");
  }

  @Test
  void withIncluded_ofWriting_hasReading() {
    assertThat(Scope.withIncluded(Set.of(Scope.ROOMS_WRITE)))
        .containsExactlyInAnyOrder(Scope.ROOMS_WRITE, Scope.ROOMS_READ);
    assertThat(Scope.withIncluded(Set.of(Scope.BUS_WRITE)))
        .containsExactlyInAnyOrder(Scope.BUS_WRITE, Scope.BUS_READ);
    assertThat(Scope.withIncluded(Set.of(Scope.TEAM_WRITE)))
        .containsExactlyInAnyOrder(Scope.TEAM_WRITE, Scope.TEAM_READ);
    assertThat(Scope.withIncluded(Set.of(Scope.ADMIN))).containsExactly(Scope.ADMIN);
  }

  @Test
  void scopesOfARole_growWithIt_andOnlyAnAdminHasAdmin() {
    Set<Scope> before = Set.of();
    for (Role role : Role.values()) {
      assertThat(role.scopes()).containsAll(before).containsAll(Scope.withIncluded(role.scopes()));
      assertThat(role.scopes().contains(Scope.ADMIN)).isEqualTo(role == Role.ADMIN);
      before = role.scopes();
    }
  }

  @Test
  void role_coversItselfAndThoseBefore() {
    assertThat(Role.LEAD.covers(Role.LEAD)).isTrue();
    assertThat(Role.LEAD.covers(Role.MEMBER)).isTrue();
    assertThat(Role.LEAD.covers(Role.ADMIN)).isFalse();
    assertThat(Role.of("lead")).isEqualTo(Role.LEAD);
    assertThat(refusedField(() -> Role.of("LEAD"))).isEqualTo("role");
  }
}
