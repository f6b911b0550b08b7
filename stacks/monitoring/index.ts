import { kubePrometheusStack, kubePrometheusStackConfig } from "./kube-prometheus-stack";

export { grafanaSecret } from "./kube-prometheus-stack";

/** What monitoring's releases need before they are installed. */
export const monitoringConfigs = { kubePrometheusStack: kubePrometheusStackConfig };

/** The releases themselves. */
export const monitoringControllers = { kubePrometheusStack };
