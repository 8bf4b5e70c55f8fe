package dev.parley.engine.room;

import dev.parley.id.Nickname;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Nicknames for agents without one: an adjective and an animal, such as {@code clever-otter}. */
public final class AnimalNames {
  private static final List<String> ADJECTIVES =
      List.of(
          "able", "agile", "amber", "ample", "arch", "avid", "blithe", "bold", "brave", "brief",
          "bright", "brisk", "calm", "candid", "cheery", "civil", "clear", "clever", "cosy",
          "crisp", "curious", "daring", "deft", "eager", "early", "earnest", "fair", "famous",
          "fleet", "fond", "frank", "free", "fresh", "gentle", "glad", "golden", "handy", "hardy",
          "honest", "humble", "jolly", "keen", "kind", "lively", "loyal", "lucid", "lucky",
          "mellow", "merry", "mild", "modest", "neat", "nimble", "noble", "patient", "plucky",
          "polite", "prompt", "proud", "quick", "quiet", "rapid", "ready", "robust", "rosy", "sage",
          "serene", "sharp", "silent", "snug", "sober", "spry", "steady", "sunny", "swift", "tidy",
          "trusty", "vivid", "warm", "witty");
  private static final List<String> ANIMALS =
      List.of(
          "adder", "alpaca", "badger", "bear", "beaver", "bison", "bittern", "bobcat", "camel",
          "caribou", "cheetah", "civet", "cobra", "condor", "coyote", "crane", "cricket", "curlew",
          "dingo", "dolphin", "donkey", "dove", "eagle", "egret", "elk", "ermine", "falcon",
          "ferret", "finch", "fox", "gazelle", "gecko", "gibbon", "goose", "grouse", "hare", "hawk",
          "heron", "hornet", "ibex", "ibis", "jackal", "jackdaw", "jaguar", "kestrel", "kite",
          "koala", "lark", "lemur", "linnet", "llama", "lynx", "magpie", "marmot", "marten", "mole",
          "moose", "newt", "ocelot", "osprey", "otter", "owl", "panda", "pelican", "pika", "plover",
          "puffin", "puma", "quail", "rabbit", "raven", "robin", "salmon", "seal", "shrew", "stoat",
          "swan", "tapir", "toucan", "wren");

  private AnimalNames() {}

  /** Returns one of the 6,400 names; it may be taken. */
  public static Nickname random() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new Nickname(
        ADJECTIVES.get(random.nextInt(ADJECTIVES.size()))
            + "-"
            + ANIMALS.get(random.nextInt(ANIMALS.size())));
  }
}
