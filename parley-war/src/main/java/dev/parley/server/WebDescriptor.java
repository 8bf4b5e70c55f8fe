package dev.parley.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The listeners and the filters that {@code web.xml} declares, in their order. Jetty's own reader
 * knows all of the format, and takes longer than the rest of Jetty to start.
 *
 * @param listeners names of classes
 */
record WebDescriptor(List<String> listeners, List<Filter> filters, List<Mapping> mappings) {
  /** Elements that say nothing to the embedded server, which has error pages of its own. */
  private static final Set<String> PASSED_OVER =
      Set.of("display-name", "absolute-ordering", "context-param", "error-page");

  /** A declared filter and its class. */
  record Filter(String name, String type, boolean isAsync) {}

  /** A filter by its name, the paths that it filters and the dispatches; none for requests. */
  record Mapping(String filter, List<String> paths, List<String> dispatchers) {}

  /** Reads a file; throws where it has an element that is not known here. */
  static WebDescriptor read(Path file) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    try (InputStream in = Files.newInputStream(file)) {
      XMLStreamReader xml = factory.createXMLStreamReader(in);
      WebDescriptor read =
          new WebDescriptor(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      xml.nextTag();
      while (xml.nextTag() == XMLStreamConstants.START_ELEMENT) {
        read.add(xml.getLocalName(), children(xml));
      }
      return read;
    } catch (XMLStreamException malformed) {
      throw new IOException(file + ": " + malformed.getMessage(), malformed);
    }
  }

  /** Returns the texts of the children of an element, by their names. */
  private static Map<String, List<String>> children(XMLStreamReader xml) throws XMLStreamException {
    Map<String, List<String>> children = new LinkedHashMap<>();
    while (xml.next() != XMLStreamConstants.END_ELEMENT) {
      if (xml.isStartElement()) {
        String name = xml.getLocalName();
        List<String> texts = children.get(name);
        if (texts == null) {
          texts = new ArrayList<>();
          children.put(name, texts);
        }
        texts.add(xml.getElementText().strip());
      }
    }
    return children;
  }

  private void add(String element, Map<String, List<String>> children) throws IOException {
    List<String> none = List.of();
    switch (element) {
      case "listener" -> listeners.addAll(children.getOrDefault("listener-class", none));
      case "filter" ->
          filters.add(
              new Filter(
                  only(children, "filter-name"),
                  only(children, "filter-class"),
                  children.getOrDefault("async-supported", none).contains("true")));
      case "filter-mapping" ->
          mappings.add(
              new Mapping(
                  only(children, "filter-name"),
                  children.getOrDefault("url-pattern", none),
                  children.getOrDefault("dispatcher", none)));
      default -> {
        if (!PASSED_OVER.contains(element)) {
          throw new IOException("web.xml has an element that is not known here: " + element);
        }
      }
    }
  }

  private static String only(Map<String, List<String>> children, String name) throws IOException {
    List<String> texts = children.getOrDefault(name, List.of());
    if (texts.size() != 1) {
      throw new IOException("web.xml has " + texts.size() + " " + name + " where it needs one");
    }
    return texts.get(0);
  }
}
