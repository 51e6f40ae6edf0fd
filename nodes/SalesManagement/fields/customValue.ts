import type { IDataObject } from 'n8n-workflow';
import { isObject, textOf } from '../values';

/** One custom value as the service returns it (v1 §2.3); search results leave out the texts. */
export interface CustomValue extends IDataObject {
	itemKey?: string;
	name?: string;
}

/** The custom values of a list; what is none is left out. */
export const customValuesIn = (customs: readonly unknown[]): CustomValue[] =>
	customs.filter((each): each is CustomValue => isObject(each));

/** The id of the field that it belongs to, whichever kind of record has it: `dealCustomItemId`, …. */
export const itemIdOf = (custom: CustomValue): unknown =>
	Object.entries(custom).find(([key]) => key.endsWith('CustomItemId'))?.[1];

/** Its field as requests name it: the itemKey, else the item's id. */
export const fieldKeyOf = (custom: CustomValue): string =>
	textOf(custom.itemKey ?? itemIdOf(custom) ?? custom.id);

/** Whether a field's key is the id of its item; `012` is a key like any other text. */
export const isItemId = (key: string): boolean => /^[1-9]\d{0,14}$/.test(key);
