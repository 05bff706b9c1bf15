// One image to the server.

/** Answers `{ id, url, small_url, width, height }`, or throws an error whose message is meant for people. */
export async function send(address, file, otherwise) {
  const body = new FormData();
  body.append('file', file);
  let answer;
  let said;
  try {
    answer = await fetch(address, {
      method: 'POST',
      body,
      credentials: 'same-origin',
      headers: { Accept: 'application/json', 'Accept-Language': document.documentElement.lang },
    });
    said = await answer.json();
  } catch {
    throw new Error(otherwise); // no connection, or an answer that is not the server's
  }
  // What is wrong with the file itself, before what is wrong with the call.
  if (!answer.ok) throw new Error(said.errors?.[0]?.detail || said.detail || otherwise);
  return said;
}
