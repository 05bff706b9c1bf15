// Places in the text where an image will be. They move with the text and are no part of it.
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { element } from './element.js';

const places = new PluginKey('places');

/** Marks a position; `id` is an object that stands for the upload. */
export function addPlace(tr, id, at, label) {
  return changed(tr, { add: [{ id, at, label }] });
}

/** Takes the mark away. */
export function removePlace(tr, id) {
  return changed(tr, { remove: id });
}

/** Where it is now, or `undefined` if the text around it was deleted. */
export function placeOf(state, id) {
  return places.getState(state).find(undefined, undefined, (spec) => spec.id === id)[0]?.from;
}

function changed(tr, change) {
  return tr.setMeta(places, change).setMeta('addToHistory', false);
}

/** Keeps the places; turns images that are data into places and calls `onData(view, id, sources)` for each. */
export function placesPlugin(label, onData) {
  let found = [];
  return new Plugin({
    key: places,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, set) {
        const { add = [], remove } = tr.getMeta(places) ?? {};
        const moved = set.map(tr.mapping, tr.doc);
        return moved.add(tr.doc, add.map(widget)).remove(moved.find(undefined, undefined, (spec) => spec.id === remove));
      },
    },
    props: { decorations: (state) => places.getState(state) },
    appendTransaction(_, old, state) {
      if (old.doc.eq(state.doc)) return null;
      const images = dataImages(state.doc);
      if (images.length === 0) return null;
      const { tr } = state;
      for (const image of images.toReversed()) tr.delete(image.at, image.at + 1);
      const add = [];
      for (const { src, at: before } of images) {
        const at = tr.mapping.map(before);
        // Images in a row share a place, which keeps their order.
        if (add.at(-1)?.at !== at) add.push({ id: { sources: [] }, at, label });
        add.at(-1).id.sources.push(src);
      }
      found.push(...add.map(({ id }) => id));
      return tr.setMeta(places, { add });
    },
    view: () => ({
      update(view) {
        const ids = found;
        found = [];
        // The view is in the middle of an update.
        for (const id of ids) queueMicrotask(() => onData(view, id, id.sources));
      },
    }),
  });
}

function dataImages(doc) {
  const images = [];
  doc.descendants((node, at) => {
    if (node.type.name === 'image' && node.attrs.src.startsWith('data:')) images.push({ src: node.attrs.src, at });
  });
  return images;
}

function widget({ id, at, label }) {
  const shape = () => element('span', { class: 'editor-place', contenteditable: 'false' }, label);
  return Decoration.widget(at, shape, { id, side: -1 });
}
