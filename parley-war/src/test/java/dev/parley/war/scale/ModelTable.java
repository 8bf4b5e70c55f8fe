package dev.parley.war.scale;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The rows of the model: each resource, its limit, and its load in each layout. */
final class ModelTable {
  private static final String HEAD =
      """
      .Load and its share of the limit
      [cols="3,>1,>2,>2,>2"]
      |===
      |Resource |Limit |Spread |By workspace |A cell

      """;

  private static final String HEAD_OF_ENDS =
      """
      .Agents at which each resource reaches its limit
      [cols="3,>2,>2,>2"]
      |===
      |Resource |Spread, 100 nodes |By workspace, 100 nodes |A cell, 4 nodes

      """;

  private ModelTable() {}

  /** Computes it from measured costs, where both brokers were measured. */
  static Optional<String> of(ScaleTable measured, int receivers) {
    Optional<Costs> nats = measured.costs(Broker.NATS, receivers);
    Optional<Costs> redis = measured.costs(Broker.REDIS, receivers);
    return nats.isPresent() && redis.isPresent()
        ? Optional.of(
            text(new ScaleModel(nats.get(), redis.get(), Habits.ASSUMED, UnitCosts.MEASURED)))
        : Optional.empty();
  }

  static String text(ScaleModel model) {
    StringBuilder text = new StringBuilder(HEAD);
    List<List<Demand>> all = ScaleModel.LAYOUTS.stream().map(model::demands).toList();
    for (int row = 0; row < all.get(0).size(); row++) {
      List<String> cells = new ArrayList<>();
      Demand any = all.get(0).get(row);
      cells.add(any.resource());
      cells.add(String.format(Locale.ROOT, "%,.0f", any.limit()));
      for (List<Demand> layout : all) {
        Demand demand = layout.get(row);
        cells.add(
            String.format(
                Locale.ROOT,
                "%s (%.0f %%)",
                ScaleTable.number(demand.load()),
                100 * demand.share()));
      }
      text.append('|').append(String.join(" |", cells)).append('\n');
    }
    return text.append("|===\n\n").append(ends(model)).toString();
  }

  private static String ends(ScaleModel model) {
    StringBuilder text = new StringBuilder(HEAD_OF_ENDS);
    for (Demand demand : model.demands(ScaleModel.LAYOUTS.get(0))) {
      text.append('|').append(demand.resource());
      for (Layout layout : ScaleModel.LAYOUTS) {
        double agents = model.endsAt(layout, demand.resource());
        text.append(" |");
        text.append(Double.isInfinite(agents) ? "" : String.format(Locale.ROOT, "%,.0f", agents));
      }
      text.append('\n');
    }
    return text.append("|===\n").toString();
  }
}
