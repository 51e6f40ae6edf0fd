import { CUSTOM, mappingIn, type Column, type Item, type Mapping } from '../../fields';
import type { Filling } from '../operation';

/** @throws UsageError for what is no mapper's content. */
export const mappingOf = (item: Item, { mapper: { name, label } }: Filling): Mapping =>
	mappingIn(item.get(name) ?? {}, `${label} must be an object of values by column`);

/** The custom fields among the columns that were saved. */
export const savedCustoms = ({ schema }: Mapping): Column[] =>
	schema
		.filter(({ id }) => id.startsWith(CUSTOM))
		.map((each) => ({ ...each, id: each.id.slice(CUSTOM.length) }));
