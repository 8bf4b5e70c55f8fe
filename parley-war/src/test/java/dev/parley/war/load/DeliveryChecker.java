package dev.parley.war.load;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The messages of each sender that the other members of its room received: none may be lost or
 * doubled, and those of one sender arrive in the order of their numbers, which begin at 1. Agent
 * {@code i} is in room {@code i % rooms}. Safe for use by several threads.
 */
public final class DeliveryChecker {
  private final int rooms;
  private final int[][] next;
  private final int[] sent;
  private final Map<Long, Set<Integer>> gaps = new HashMap<>();
  private final Map<Integer, Set<Integer>> uncertain = new HashMap<>();
  private long delivered;
  private final int[] restarted;
  private long doubled;
  private long repeated;
  private long reordered;
  private long strayed;

  DeliveryChecker(int agents, int rooms) {
    this.rooms = rooms;
    this.next = new int[agents][(agents + rooms - 1) / rooms];
    this.sent = new int[agents];
    this.restarted = new int[agents];
  }

  /** The server has accepted the message of this number. */
  synchronized void sent(int sender, int number) {
    sent[sender] = number;
  }

  /** The number is used up, but no answer says that the server has the message. */
  synchronized void uncertain(int sender, int number) {
    sent[sender] = number;
    uncertain.computeIfAbsent(sender, any -> new HashSet<>()).add(number);
  }

  /**
   * Messages of a sender that the server accepted and does not have. Those before the first one
   * that it has count as pruned.
   */
  public synchronized long lost(int sender, BitSet stored) {
    long lost = 0;
    Set<Integer> unanswered = uncertain.getOrDefault(sender, Set.of());
    for (int number = Math.max(1, stored.nextSetBit(0)); number <= sent[sender]; number++) {
      lost += stored.get(number) || unanswered.contains(number) ? 0 : 1;
    }
    return lost;
  }

  /** The numbers of all senders so far, for {@link #restarted}. */
  public synchronized int[] numbers() {
    return sent.clone();
  }

  /**
   * The server has been started again; what was sent before may arrive once more.
   *
   * @param since the numbers after which messages may be missing; null where none may
   */
  public synchronized void restarted(int @Nullable [] since) {
    for (int sender = 0; sender < sent.length; sender++) {
      restarted[sender] = sent[sender];
      int first = since == null ? sent[sender] : since[sender];
      for (int number = first + 1; number <= sent[sender]; number++) {
        uncertain.computeIfAbsent(sender, any -> new HashSet<>()).add(number);
      }
    }
  }

  synchronized void received(int receiver, int sender, int number) {
    if (sender >= sent.length || sender % rooms != receiver % rooms || sender == receiver) {
      strayed++;
      return;
    }
    int last = next[receiver][sender / rooms];
    if (number > last) {
      for (int gap = last + 1; gap < number; gap++) {
        gaps(receiver, sender).add(gap);
      }
      next[receiver][sender / rooms] = number;
      delivered++;
    } else if (gaps(receiver, sender).remove(number)) {
      reordered++;
      delivered++;
    } else if (number <= restarted[sender]) {
      repeated++;
    } else {
      doubled++;
    }
  }

  /** Messages delivered, each counted once for each receiver. */
  public synchronized long delivered() {
    return delivered;
  }

  /** Messages received once more than sent. */
  public synchronized long doubled() {
    return doubled;
  }

  /** Messages from before a restart that were received once more after it. */
  public synchronized long repeated() {
    return repeated;
  }

  /** Messages received after a later one of the same sender. */
  public synchronized long reordered() {
    return reordered;
  }

  /** Messages received by an agent that is not in their room, or that sent them. */
  public synchronized long strayed() {
    return strayed;
  }

  /** Messages that the server accepted and a receiver does not have. */
  public synchronized long missing() {
    long missing = 0;
    for (int receiver = 0; receiver < sent.length; receiver++) {
      for (int sender = receiver % rooms; sender < sent.length; sender += rooms) {
        if (sender != receiver) {
          missing += missing(receiver, sender);
        }
      }
    }
    return missing;
  }

  private long missing(int receiver, int sender) {
    int last = next[receiver][sender / rooms];
    Set<Integer> absent = gaps.getOrDefault(key(receiver, sender), Set.of());
    long missing = absent.size();
    missing += Math.max(0, sent[sender] - last);
    for (int number : uncertain.getOrDefault(sender, Set.of())) {
      missing -= number > last || absent.contains(number) ? 1 : 0;
    }
    return missing;
  }

  private Set<Integer> gaps(int receiver, int sender) {
    return gaps.computeIfAbsent(key(receiver, sender), any -> new HashSet<>());
  }

  private static long key(int receiver, int sender) {
    return (long) receiver << Integer.SIZE | sender;
  }
}
