/** The figures as a picture: for each job a bar for each contender, as long as its share of the longest. */
import { byJob, medianMs, type Figures } from './figures';

const ROW = 22;
const HEADING = 30;
const LABELS = 260;
const BARS = 420;
const WIDTH = LABELS + BARS + 90;

const escaped = (text: string): string =>
	text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const isOurs = (contender: string): boolean => contender.startsWith('Sales Management');

/** An SVG; each job has a scale of its own. */
export function barsOf(all: readonly Figures[]): string {
	const lines: string[] = [];
	let y = 0;
	const text = (x: number, content: string, more = '') =>
		lines.push(`<text x="${x}" y="${y}" ${more}>${escaped(content)}</text>`);
	for (const figures of byJob(all)) {
		const [{ job, latencyMs } = { job: '', latencyMs: 0 }] = figures;
		y += HEADING;
		text(0, `${job}, ${latencyMs} ms for each answer`, 'font-weight="600"');
		const longest = Math.max(...figures.map(medianMs));
		for (const each of figures) {
			y += ROW;
			text(LABELS - 8, each.contender.replace('Sales Management, ', ''), 'text-anchor="end"');
			const width = Math.max(1, (BARS * medianMs(each)) / longest);
			const fill = isOurs(each.contender) ? '#2563eb' : '#9ca3af';
			const box = `x="${LABELS}" y="${y - 13}" width="${width.toFixed(0)}" height="16"`;
			lines.push(`<rect ${box} rx="2" fill="${fill}"/>`);
			text(LABELS + Math.ceil(width) + 6, `${(medianMs(each) / 1000).toFixed(1)} s`);
		}
	}
	const style = 'font-family="system-ui, sans-serif" font-size="12.5" fill="#374151"';
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 0 ${WIDTH + 16} ${y + 16}" width="${WIDTH + 16}" ${style}>`,
		'<title>Times of the jobs in a real n8n, by contender</title>',
		`<rect x="-8" width="100%" height="100%" fill="#ffffff"/>`,
		...lines,
		'</svg>',
		'',
	].join('\n');
}
