package dev.parley.war.view;

import dev.parley.id.ArtifactId;
import dev.parley.id.RoomName;
import dev.parley.id.SessionId;
import dev.parley.permission.PermissionRequest;
import dev.parley.waiting.WaitingItem;
import dev.parley.waiting.WaitingItem.Action;
import dev.parley.war.wire.Timestamps;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** An item that waits for a person, as the page shows it. */
public record WaitingView(
    String id,
    String kind,
    @Nullable String session,
    @Nullable String room,
    @Nullable Long seq,
    String subject,
    @Nullable String artifact,
    String from,
    boolean everyone,
    String text,
    String at,
    List<String> actions,
    @Nullable PermissionView permission) {

  /** A permission request, in full. */
  public record PermissionView(
      String code, String tool, String description, String input, String expiresAt) {
    private static PermissionView of(PermissionRequest request) {
      return new PermissionView(
          request.draft().code(),
          request.draft().tool(),
          request.draft().description(),
          request.draft().input(),
          Timestamps.iso(request.expiresAt()));
    }
  }

  /** Copies the actions. */
  public WaitingView {
    actions = List.copyOf(actions);
  }

  /**
   * Shows an item.
   *
   * @param allowed accepts what the person may do
   */
  public static WaitingView of(WaitingItem item, Predicate<Action> allowed) {
    long seq = item.source().seq();
    return new WaitingView(
        item.id().value(),
        wireName(item.kind()),
        item.source().session().map(SessionId::value).orElse(null),
        item.source().room().map(RoomName::value).orElse(null),
        seq == 0 ? null : Long.valueOf(seq),
        item.subject(),
        item.artifact().map(ArtifactId::value).orElse(null),
        item.from().value(),
        item.isForEveryone(),
        item.text(),
        Timestamps.iso(item.at()),
        item.kind().actions().stream().filter(allowed).map(WaitingView::wireName).toList(),
        item.permission().map(PermissionView::of).orElse(null));
  }

  private static String wireName(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
