// Images on their way to the server: picked, dropped, pasted, or written into pasted HTML.
import { Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Fragment, Slice } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import { insertPoint } from '@tiptap/pm/transform';
import { element } from './element.js';
import { blobOf } from './paste/images.js';
import { read } from './paste/read.js';
import { addPlace, placeOf, placesPlugin, removePlace } from './places.js';
import { send } from './send.js';

const TYPES = 'image/jpeg,image/png,image/webp,image/gif';

/** `address` takes the files; `status` tells how it went. */
export function uploads(address, labels, status) {
  /** Uploads files and puts the images, in their order, where their place is by then. What was typed meanwhile stays. */
  async function upload(view, id, files) {
    status.say(labels.uploading);
    const sent = await Promise.allSettled(files.map((file) => send(address, file, labels.uploadFailed)));
    if (view.isDestroyed) return;
    put(view, id, sent.flatMap((one) => one.value ?? []));
    const failed = sent.find((one) => one.reason);
    if (failed) status.say(failed.reason.message, true);
    else status.say(labels.uploaded);
  }

  function begin(editor, list, at = editor.state.selection.to) {
    const files = [...list];
    if (files.length === 0) return;
    const id = {};
    editor.view.dispatch(addPlace(editor.state.tr, id, at, labels.uploading));
    upload(editor.view, id, files);
  }

  return {
    // What is pasted or loaded may hold images as data: they become places, in the same step, and are uploaded.
    extension: Extension.create({
      name: 'uploads',
      addProseMirrorPlugins: () => [
        placesPlugin(labels.uploading, (view, id, sources) => upload(view, id, sources.map(blobOf))),
      ],
    }),

    /** Takes the files of a paste or a drop, if it is about them. */
    takeFrom(editor, event, data) {
      const files = [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'));
      // A text or a sheet comes with its picture, too: then it is the text that is meant.
      if (files.length === 0 || saysSomething(data.getData('text/html'))) return false;
      event.preventDefault();
      const at = event.type === 'drop' ? editor.view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos : undefined;
      begin(editor, files, at);
      return true;
    },

    /** Asks for files and puts them at the cursor. */
    pick(editor) {
      const input = element('input', { type: 'file', accept: TYPES, multiple: true });
      input.addEventListener('change', () => {
        begin(editor, input.files);
        editor.commands.focus();
      });
      input.click();
    },
  };
}

function saysSomething(html) {
  const body = read(html);
  return body.textContent.trim() !== '' || body.querySelector('table') !== null;
}

function put(view, id, answers) {
  const { doc, selection, schema, tr } = view.state;
  const at = placeOf(view.state, id);
  removePlace(tr, id);
  if (at !== undefined && answers.length > 0) {
    const type = schema.nodes.image;
    const images = answers.map(({ url, width, height }) => type.create({ src: url, width: String(width), height: String(height) }));
    const point = insertPoint(doc, at, type) ?? at;
    closeHistory(tr.setMeta('addToHistory', true)).replace(point, point, new Slice(Fragment.from(images), 0, 0));
    if (selection.empty && selection.from === at) leadOn(tr, schema);
  }
  view.dispatch(tr);
}

/** A cursor that waited for the image goes on below it. */
function leadOn(tr, schema) {
  let end;
  tr.mapping.maps.at(-1).forEach((_from, _to, start, stop) => {
    tr.doc.nodesBetween(start, stop, (node, at) => {
      if (node.type === schema.nodes.image) end = at + 1;
    });
  });
  if (end === undefined) return;
  if (!tr.doc.resolve(end).nodeAfter) tr.insert(end, schema.nodes.paragraph.create());
  tr.setSelection(Selection.near(tr.doc.resolve(end), 1));
}
