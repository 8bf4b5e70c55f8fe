package dev.parley.chat.xmpp;

import dev.parley.chat.ChatFailure;
import dev.parley.chat.http.Reconnects;
import dev.parley.engine.concurrent.DaemonThreads;
import dev.parley.engine.logging.Masking;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jivesoftware.smack.SmackException;
import org.jivesoftware.smack.XMPPException;
import org.jivesoftware.smack.packet.Stanza;
import org.jspecify.annotations.Nullable;

/** The login of an account, again and again until it is closed or refused for good. */
final class XmppSession implements XmppLink.Events, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(XmppSession.class.getName());
  private static final Duration FIRST_WAIT = Duration.ofMillis(250);
  private static final Duration MAX_WAIT = Duration.ofSeconds(30);
  private static final Duration CLOSING = Duration.ofSeconds(2);

  private final XmppSettings settings;
  private final XmppTuning tuning;
  private final XmppRooms rooms;
  private final XmppPosts posts;
  private final XmppDelivery delivery;
  private final Reconnects waits = new Reconnects(FIRST_WAIT, MAX_WAIT);
  private final Thread thread = DaemonThreads.of("parley-xmpp-login", this::run);

  /** Guarded by {@code this}, as are the next ones. */
  private @Nullable XmppLink link;

  private @Nullable String refusal;
  private boolean isRoomLost;
  private boolean isClosed;

  XmppSession(
      XmppSettings settings,
      XmppTuning tuning,
      XmppRooms rooms,
      XmppPosts posts,
      XmppDelivery delivery) {
    this.settings = settings;
    this.tuning = tuning;
    this.rooms = rooms;
    this.posts = posts;
    this.delivery = delivery;
  }

  /**
   * Logs in for the first time.
   *
   * @throws ChatFailure {@code REFUSED} with a sentence, or {@code UNREACHABLE}
   */
  XmppLink open() {
    try {
      return login();
    } catch (InterruptedException | SmackException | IOException | XMPPException failed) {
      Optional<String> reason = XmppErrors.refusal(settings, failed);
      if (failed instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw reason.isPresent()
          ? ChatFailure.refused(reason.get())
          : ChatFailure.unreachable(Masking.message(failed), failed);
    }
  }

  /** Stays logged in from now on. */
  void start() {
    thread.start();
  }

  private XmppLink login() throws InterruptedException, SmackException, IOException, XMPPException {
    XmppLink made = XmppLink.open(settings, tuning.reply(), this);
    synchronized (this) {
      if (!isClosed && made.isUp()) {
        link = made;
        return made;
      }
    }
    made.close();
    throw new IOException("the stream ended after the login");
  }

  private void run() {
    try {
      boolean isNew = false;
      while (isWanted()) {
        XmppLink now = current();
        if (now == null) {
          Thread.sleep(waits.next().toMillis());
          isNew = isWanted() && isIn();
        } else {
          isNew |= rooms.hasLost(now);
          boolean isInAll = rooms.enterAll(now);
          if (isNew && now.isUp()) {
            delivery.connected();
            isNew = false;
          }
          keep(now, isInAll);
        }
      }
    } catch (InterruptedException closed) {
      LOG.log(System.Logger.Level.DEBUG, "The XMPP login ends.");
    }
  }

  private void keep(XmppLink now, boolean isInAll) throws InterruptedException {
    if (isInAll) {
      waits.reset();
    }
    if (isQuiet(now, isInAll ? tuning.check() : waits.next())) {
      now.check();
    }
    if (now.isUp()) {
      rooms.check(now);
    }
  }

  /** Waits; false where the link or a room is lost before the end. */
  private synchronized boolean isQuiet(XmppLink now, Duration time) throws InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toMillis(); left > 0 && !isRoomLost && link == now && !isClosed; ) {
      wait(left);
      left = Duration.ofNanos(end - System.nanoTime()).toMillis();
    }
    boolean isQuiet = !isRoomLost && link == now && !isClosed;
    isRoomLost = false;
    return isQuiet;
  }

  private boolean isIn() throws InterruptedException {
    try {
      var unused = login();
      LOG.log(System.Logger.Level.INFO, "Logged in to {0} again.", settings.server().domain());
      return true;
    } catch (SmackException | IOException | XMPPException failed) {
      if (XmppErrors.isFinal(failed)) {
        endForGood(failed);
      } else {
        LOG.log(
            System.Logger.Level.WARNING,
            "The XMPP server of {0} cannot be reached; retrying. {1}",
            settings.server().domain(),
            XmppErrors.refusal(settings, failed).orElseGet(() -> Masking.message(failed)));
      }
      return false;
    }
  }

  private synchronized void endForGood(Exception reason) {
    String words =
        XmppErrors.refusal(settings, reason)
            .orElse("the server ended the login of " + settings.account() + " (conflict)");
    refusal = words;
    notifyAll();
    LOG.log(
        System.Logger.Level.ERROR,
        "Rooms are not carried to XMPP any more: {0}. Correct it and restart Parley.",
        words);
  }

  private synchronized boolean isWanted() {
    return !isClosed && refusal == null;
  }

  private synchronized @Nullable XmppLink current() {
    return link;
  }

  /**
   * The stream to the server.
   *
   * @throws ChatFailure {@code UNREACHABLE} where there is none now; {@code REFUSED} for good
   */
  synchronized XmppLink link() {
    XmppLink now = link;
    if (now != null && now.isUp()) {
      return now;
    }
    throw refusal == null
        ? ChatFailure.unreachable("not logged in", null)
        : ChatFailure.refused(refusal);
  }

  /** Returns true if the stream is there. */
  boolean isUp() {
    XmppLink now = current();
    return now != null && now.isUp();
  }

  @Override
  public void stanza(XmppLink from, Stanza stanza) {
    if (rooms.take(from, stanza)) {
      synchronized (this) {
        isRoomLost = true;
        notifyAll();
      }
    }
  }

  @Override
  public void closed(XmppLink ended, Exception reason) {
    synchronized (this) {
      if (link == ended) {
        link = null;
        notifyAll();
        if (XmppErrors.isFinal(reason)) {
          endForGood(reason);
        }
      }
    }
    posts.isLost(ended, reason);
  }

  @Override
  public void close() {
    XmppLink last;
    synchronized (this) {
      isClosed = true;
      last = link;
      link = null;
      notifyAll();
    }
    delivery.close();
    thread.interrupt();
    if (last != null) {
      posts.isLost(last, new IOException("logged out"));
      last.close();
    }
    try {
      thread.join(CLOSING.toMillis());
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
