import { contactLife } from './support/scenarios/contactScenario';
import { tellLife } from './support/scenarios/runScenario';

tellLife('contact', 'a contact', contactLife);
