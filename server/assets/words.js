// Says what the catalogue has (templates/words/). This file stands before dojo.js, and before each script what it says
// of the catalogue: see server/src/pages/assets.rs.
"use strict";

const WORDS = {};

const PLURALS = new Intl.PluralRules(document.documentElement.lang);
const DIGITS = new Intl.NumberFormat(document.documentElement.lang);

/** The message of that key. A number chooses its plural and has its digits in groups; a text is put in as it is. */
function say(key, given = {}) {
  return written(WORDS[key], given);
}

/** A text, or its parts: texts, arguments as `[name]`, and choices by an argument as `[name, { plural: message }]`. */
function written(message, given) {
  if (typeof message === "string") return message;
  return message.map((part) => {
    if (typeof part === "string") return part;
    const [name, choices] = part;
    const value = given[name];
    if (choices === undefined) return typeof value === "number" ? DIGITS.format(value) : value;
    return written(choices[value] ?? choices[PLURALS.select(value)] ?? choices.other, given);
  }).join("");
}
