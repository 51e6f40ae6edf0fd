/** The output of the demo: headings, chat messages, a summary. Colours only on a terminal. */
const colours = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code: number) => (text: string) =>
	colours ? `\u001b[${code}m${text}\u001b[0m` : text;
const bold = paint(1);
const dim = paint(2);
const red = paint(31);
const green = paint(32);

export const say = (text = '') => process.stdout.write(`${text}\n`);

/** The heading of a step; its text begins with the number. */
export const step = (text: string) => say(`\n${bold(text)}`);

export const detail = (text: string) => say(`   ${text}`);

export const note = (text: string) => say(`   ${dim(text)}`);

/** A fact that has to hold, and whether it does. */
export const verdict = (holds: boolean, text: string) =>
	say(`   ${holds ? green('✓') : red('✗')} ${text}`);

/** A message as a chat shows it, wrapped beside a bar. */
export function chat(channel: string, author: string, text: string): void {
	const time = new Date().toTimeString().slice(0, 5);
	say(`   │ ${bold(channel)}  ${author} ${dim(time)}`);
	for (const line of wrap(text, 74)) say(`   │ ${line}`);
	say('   │');
}

/** Two columns: names and their values. */
export function table(rows: ReadonlyArray<readonly [string, string | number]>): void {
	const width = Math.max(...rows.map(([name]) => name.length));
	for (const [name, value] of rows) detail(`${name.padEnd(width)}  ${value}`);
}

function wrap(text: string, width: number): string[] {
	const lines = [''];
	for (const word of text.split(' ')) {
		const line = lines.at(-1) ?? '';
		if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
		else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
	}
	return lines;
}
