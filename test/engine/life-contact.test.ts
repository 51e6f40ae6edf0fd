import { contactLife } from './life/contact';
import { tellLife } from './life/tell';

tellLife('contact', 'a contact', contactLife);
