/** Reads text line by line, as it comes in pieces. */
import { FileError, LONGEST_ROW } from './problem';

/** A line without its end, and its number from 1. */
export interface Line {
	readonly line: number;
	readonly text: string;
}

const END = /\r\n|\r|\n/g;

export class LineReader {
	private text = '';
	private line = 1;

	/** @param isLast whether no more text follows. */
	*read(piece: string, isLast = false): Generator<Line> {
		const whole = this.text + piece;
		let begin = 0;
		END.lastIndex = Math.max(0, this.text.length - 1);
		for (let end = END.exec(whole); end; end = END.exec(whole)) {
			// A line feed may follow this one and belong to it.
			if (end[0] === '\r' && END.lastIndex === whole.length && !isLast) break;
			const next = END.lastIndex;
			yield { line: this.line, text: whole.slice(begin, end.index) };
			this.line++;
			begin = next;
			END.lastIndex = next;
		}
		this.text = whole.slice(begin);
		if (this.text.length > LONGEST_ROW) {
			const most = LONGEST_ROW.toLocaleString('en-US');
			throw new FileError(this.line, `it has more than ${most} characters`);
		}
		if (isLast && this.text !== '') yield { line: this.line, text: this.text };
	}

	/** The line in which the text ends that was read so far. */
	get end(): number {
		return this.line;
	}
}
