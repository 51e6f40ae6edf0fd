/**
 * A number for a choice: what was picked in the form is that choice, all else may be a label as well. In columns, files,
 * expressions and tools, test/property/meanings.test.ts tries any labels.
 */
import stories from './numbersAsLabels.json';
import { tell } from './support/stories';

tell(stories);
