/**
 * Fields from the columns of the input: which column fills which field, and what is sent of its value. Other names for
 * fields are in test/operations/support/formats.json and fieldNames.test.ts.
 */
import stories from './columns.json';
import { tell } from './support/stories';

tell(stories);
