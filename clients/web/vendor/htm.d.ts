declare const htm: {
  bind<Made>(h: (type: unknown, props: object | null, ...children: unknown[]) => Made): (strings: TemplateStringsArray, ...values: unknown[]) => Made;
};
export default htm;
