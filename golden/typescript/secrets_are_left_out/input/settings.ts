/** The key of the service. */
export const API_KEY = "not-a-real-one";
export const cacheKey = "rates";
export class Client {
  private token = "abc";
  accessToken: string = `abc`;
}
