package dev.parley.chat.xmpp;

import dev.parley.chat.ChatMessage;
import dev.parley.spi.Original;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.jivesoftware.smack.SmackException;
import org.jivesoftware.smack.XMPPException;
import org.jivesoftware.smackx.mam.MamManager;
import org.jivesoftware.smackx.mam.MamManager.MamQuery;
import org.jivesoftware.smackx.mam.MamManager.MamQueryArgs;
import org.jivesoftware.smackx.mam.element.MamElements.MamResultExtension;

/** Reads the archive of a room (XEP-0313). */
final class XmppArchive {
  /** Servers send no more at a time. */
  static final int PAGE = 50;

  /** The clock of the server may be behind ours by as much. */
  private static final Duration CLOCKS = Duration.ofMinutes(1);

  private final MamManager archive;
  private final XmppReader reader;
  private final XmppAuthors authors;

  /** The archive of the room that {@code entry} is in. */
  XmppArchive(XmppMembership entry) {
    this.archive = MamManager.getInstanceFor(entry.chat());
    this.reader = entry.room().reader();
    this.authors = entry.authors();
  }

  /** The messages after one, the oldest first; the newest, where there is none. */
  List<ChatMessage> read(Optional<Original> after, int limit) {
    int size = Math.min(limit, PAGE);
    try {
      return after.isPresent() ? after(after.get(), size) : newest(size);
    } catch (SmackException | XMPPException | InterruptedException away) {
      throw XmppErrors.of(away);
    }
  }

  /** A page of subjects and the like alone is not the end. */
  private List<ChatMessage> after(Original after, int size)
      throws SmackException, XMPPException, InterruptedException {
    MamQuery page = first(after, size);
    for (; ; ) {
      List<ChatMessage> messages = messages(page);
      List<MamResultExtension> results = results(page);
      if (!messages.isEmpty() || page.isComplete() || results.isEmpty()) {
        return messages;
      }
      String last = results.get(results.size() - 1).getId();
      page = archive.queryArchive(args(size).afterUid(last).build());
    }
  }

  private MamQuery first(Original after, int size)
      throws SmackException, XMPPException, InterruptedException {
    try {
      return archive.queryArchive(args(size).afterUid(after.id()).build());
    } catch (XMPPException.XMPPErrorException refused) {
      if (!XmppErrors.isNotFound(refused)) {
        throw refused;
      }
      Date time = Date.from(after.sentAt().minus(CLOCKS));
      return archive.queryArchive(args(size).limitResultsSince(time).build());
    }
  }

  private List<ChatMessage> newest(int size)
      throws SmackException, XMPPException, InterruptedException {
    MamQuery page = archive.queryArchive(args(size).queryLastPage().build());
    for (; ; ) {
      List<ChatMessage> messages = messages(page);
      List<MamResultExtension> results = results(page);
      if (!messages.isEmpty() || page.isComplete() || results.isEmpty()) {
        return messages;
      }
      page = archive.queryArchive(args(size).beforeUid(results.get(0).getId()).build());
    }
  }

  private static MamQueryArgs.Builder args(int size) {
    return MamQueryArgs.builder().setResultPageSizeTo(size);
  }

  private List<ChatMessage> messages(MamQuery page) {
    return page.getPage().getMamResultCarrierMessages().stream()
        .map(carrier -> reader.archived(carrier, authors))
        .flatMap(Optional::stream)
        .toList();
  }

  private static List<MamResultExtension> results(MamQuery page) {
    return page.getPage().getMamResultExtensions();
  }
}
