/** What this process remembers of each trigger, besides what n8n saves of it. */
interface Memory {
	isPolling?: boolean;
	/** The condition that the last health item told, and when. */
	health?: { readonly condition: string; readonly at: number };
	/** What is compared, once its fields were looked for in records. */
	compared?: string;
}

const memories = new Map<string, Memory>();

/** @param key names the trigger within this process. */
export function memoryOf(key: string): Memory {
	const memory = memories.get(key) ?? {};
	memories.set(key, memory);
	return memory;
}
