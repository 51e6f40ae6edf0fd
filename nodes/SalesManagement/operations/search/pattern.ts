/** Conditions of a form on the value beside a parameter, as patterns of it. */
import type { NodeParameterValue } from 'n8n-workflow';

/** A text as a pattern that matches it alone. */
export const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** n8n's own form of a condition; its types know only `eq`, `regex` and their like as objects. */
export const matching = (regex: string) => ({ _cnd: { regex } }) as unknown as NodeParameterValue;
export const when = (pattern: string) => matching(`^(?:${pattern})$`);
export const unless = (pattern: string) => matching(`^(?!(?:${pattern})$)`);
