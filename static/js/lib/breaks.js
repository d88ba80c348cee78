/**
 * Where a path or a command may go on to the next line: between words, or after a slash; never
 * inside a flag.
 */

/** A piece longer than this fits no line and is broken wherever it must, unless it is a flag. */
const LONGEST = 40;

/**
 * `text` as pieces that each stay whole on their line. A piece that may be broken because it
 * fits none is marked.
 *
 * @param {string} text
 * @returns {{ text: string, long: boolean }[]}
 */
export function pieces(text) {
  return text.split(/(?<=[ /])(?=[^ /])/u).map((piece, index, all) => {
    const inFlag = startsInFlag(all, index);
    return { text: piece, long: piece.length > LONGEST && !inFlag };
  });
}

/**
 * @param {string[]} all
 * @param {number} index
 */
function startsInFlag(all, index) {
  let start = index;
  while (start > 0 && !(all[start - 1] ?? '').endsWith(' ')) start -= 1;
  return (all[start] ?? '').startsWith('-');
}
