/** JSON text as it is written, before it is parsed. */

/** Where the string that begins here ends: the next quote that is not escaped. */
function endOfString(text: string, begin: number): number {
	for (let end = text.indexOf('"', begin + 1); end > 0; end = text.indexOf('"', end + 1)) {
		let backslashes = 0;
		while (text[end - 1 - backslashes] === '\\') backslashes++;
		if (backslashes % 2 === 0) return end;
	}
	return text.length;
}

/** Whether JSON text is nested deeper than so many levels; brackets in strings don't count. */
export function isDeeperThan(levels: number, text: string): boolean {
	let depth = 0;
	for (let at = 0; at < text.length; at++) {
		const each = text[at];
		if (each === '"') at = endOfString(text, at);
		else if (each === '{' || each === '[') depth++;
		else if (each === '}' || each === ']') depth--;
		if (depth > levels) return true;
	}
	return false;
}
