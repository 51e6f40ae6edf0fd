export class Broken extends Error {}

export function hold(rule: boolean, text: string): asserts rule {
	if (!rule) throw new Broken(text);
}
