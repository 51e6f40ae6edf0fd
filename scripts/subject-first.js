/**
 * An ESLint rule: a comment names its subject first. A comment that begins with one of these words hides it, and is a riddle
 * to a reader who does not know the code yet: "What was found" instead of "The records of one page".
 */
const OPENER = /^(?:What|Of|Where|Who|Whoever|Beside)\b/;

const textOf = ({ value }) => value.replace(/^[\s*/]+/, '');

/** Whether a line comment continues the one in the line above it. */
const continues = (comment, before) =>
	comment.type === 'Line' &&
	before?.type === 'Line' &&
	before.loc.end.line === comment.loc.start.line - 1;

module.exports = {
	meta: {
		type: 'suggestion',
		messages: { opener: 'A comment names its subject first; this one begins with "{{word}}".' },
		schema: [],
	},
	create: ({ sourceCode, report }) => ({
		Program() {
			const comments = sourceCode.getAllComments();
			for (const [at, comment] of comments.entries()) {
				const [word] = OPENER.exec(textOf(comment)) ?? [];
				if (word === undefined || continues(comment, comments[at - 1])) continue;
				report({ loc: comment.loc, messageId: 'opener', data: { word } });
			}
		},
	}),
};
