/** A dropdown's value in words, as an expression: `dealAction` becomes `Deal action`. */
const inWords = (parameter: string): string =>
	`$parameter["${parameter}"].replace(/([A-Z])/g, " $1").toSentenceCase()`;

/** The text below a node on the canvas, such as `Create: Deal action`. */
export const subtitleOf = (parameter: 'operation' | 'event'): string =>
	`={{ ${inWords(parameter)} + ": " + ${inWords('resource')} }}`;
